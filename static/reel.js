// Reels: pictures of a week by what changes, as app/reel.py draws them.

import { showRegion } from "./regions.js";

/** Shows every region of a reel as it is after an event; those that already are so cost next to nothing. */
export function showReel({ regions, strings, tracks }, event) {
  regions.forEach((name, index) => showRegion(name, strings[indexAt(tracks[index], event)]));
}

/** The index that a track names last up to an event. A track: an event, an index, a later event, its index ... */
function indexAt(track, event) {
  let from = 0;
  let to = track.length / 2; // the pair that is sought lies from `from` on and before `to`
  while (to - from > 1) {
    const middle = (from + to) >> 1;
    if (track[2 * middle] <= event) from = middle;
    else to = middle;
  }
  return track[2 * from + 1];
}
