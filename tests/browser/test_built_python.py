"""The Python of the built site, in the browser, answers each question as the stock one does under Node."""

import re
from typing import Any

from playwright.sync_api import Page

# Asks by way of the page's own desk, as its buttons do. An answer is a text or, of an error, a list.
ASK = """async ([name, uses]) => {
  const page = document.querySelector('script[type=module][src*="/page.js"]').src;
  const { askPython } = await import(page.replace("page.js", "desk.js"));
  const answers = [];
  for (const texts of uses)
    answers.push(await askPython(name, ...texts).then(String, (error) => [error.message]));
  return answers;
}"""
# How Python writes an error down: the name of its class and its sentence.
RAISED = re.compile(r"\w+\((?P<quote>['\"])(?P<sentence>.*)(?P=quote)\)", re.DOTALL)


def assert_same(name: str, answer: str | list[str], wanted: str) -> None:
    if isinstance(answer, str):
        assert answer == wanted, name
        return
    raised = RAISED.fullmatch(wanted)
    assert raised is not None, (name, answer, wanted)
    assert raised["sentence"] in answer[0], name


def test_every_function_answers_each_of_its_uses_as_with_the_whole_library(
    awake: Page, with_stock: dict[str, Any]
) -> None:
    errors = 0
    for name, uses in with_stock["uses"].items():
        answers = awake.evaluate(ASK, [name, uses])
        for answer, wanted in zip(answers, with_stock["answers"][name], strict=True):
            assert_same(name, answer, wanted)
            errors += isinstance(answer, list)
    assert errors >= 5
