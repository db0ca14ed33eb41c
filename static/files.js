// Weeks as files: saved, opened again, and written out as text.

import { askPython, open, pythonIsReady, savedWeek } from "./desk.js";
import { fill, say, words } from "./words.js";

const READ_BYTES = 200_000; // more than Python takes, and all that is read of whatever file it is

const chooser = document.querySelector("[data-file]");

export function saveWeek() {
  download("backfill-week.json", "application/json", `${JSON.stringify(savedWeek(), null, 2)}\n`);
}

export async function saveText() {
  if (!pythonIsReady()) return say(words.text_needs_python);
  try {
    download("backfill-week.txt", "text/plain", await askPython("transcript", JSON.stringify(savedWeek())));
  } catch (error) {
    say(error.message);
  }
}

function download(file, type, text) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = file;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href)); // once the browser has taken it up
  say(fill(words.file_saved, { file }));
}

/** A browser opens its window only for a press that has just been made, not for one that was kept. */
export function chooseFile() {
  if (navigator.userActivation?.isActive === false) say(words.press_again);
  else chooser.click();
}

chooser.addEventListener("change", async () => {
  const [file] = chooser.files;
  if (!file) return;
  try {
    open("open_week", await file.slice(0, READ_BYTES).text(), words.on_its_way);
  } catch {
    say(words.file_unreadable);
  }
  chooser.value = ""; // so that the same file can be opened again
});
