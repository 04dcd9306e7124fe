import { describe, expect, it } from "vitest";
import { pythonTrace } from "./python-trace.ts";
import { strongest } from "../../../../test/strongest.ts";

const FINISHED = `Traceback (most recent call last):
  File "/srv/shop/cart.py", line 41, in checkout
    total = price(items)
            ^^^^^^^^^^^^
  File "/usr/lib/python3.12/decimal.py", line 9, in price
    raise InvalidOperation
decimal.InvalidOperation: [<class 'decimal.ConversionSyntax'>]
`;

describe("pythonTrace", () => {
  it.each([
    ["a finished trace settles it", FINISHED, "proof runtime_error"],
    [
      "an exception without a message ends a trace too",
      'Traceback (most recent call last):\n  File "a.py", line 2, in <module>\n    wait()\nKeyboardInterrupt',
      "proof runtime_error",
    ],
    [
      "a trace cut off before its end is still one",
      'Traceback (most recent call last):\n  File "a.py", line 2, in <module>',
      "strong runtime_error",
    ],
    [
      "frames pasted without the header are unmistakable",
      '  File "C:\\app\\main.py", line 5, in <module>\n    from . import x',
      "strong runtime_error",
    ],
    [
      "a syntax error has a frame without a function",
      '  File "<string>", line 1\n    print "a"\n    ^^^^^^^^^\nSyntaxError: Missing parentheses in call to \'print\'',
      "proof runtime_error",
    ],
    [
      "a chained exception is a trace twice over",
      `${FINISHED}\nDuring handling of the above exception, another exception occurred:\n\n${FINISHED}`,
      "proof runtime_error",
    ],
    [
      "an exception group indents its traces with bars",
      '  + Exception Group Traceback (most recent call last):\n  |   File "g.py", line 3, in <module>\n  |     run()\n  | ExceptionGroup: two failed (2 sub-exceptions)\n  +-+---------------- 1 ----------------',
      "proof runtime_error",
    ],
    [
      "a notebook writes the type before the header",
      "---------------\nValueError                                Traceback (most recent call last)\nCell In[3], line 1",
      "proof runtime_error",
    ],
    [
      "an interpreter that cannot start says so",
      "python3: can't open file '/tmp/gone.py': [Errno 2] No such file or directory",
      "proof runtime_error",
    ],
    [
      "a missing module to run is no trace but final",
      "/usr/bin/python3: No module named flask",
      "proof runtime_error",
    ],
    [
      "the interpreter itself may crash",
      'Fatal Python error: Segmentation fault\n\nCurrent thread 0x00007f (most recent call first):\n  File "c.py", line 3 in f',
      "proof runtime_error",
    ],
    [
      "an exception in a finaliser is ignored by Python",
      'Exception ignored in: <function Pool.__del__ at 0x7f>\nTraceback (most recent call last):\n  File "pool.py", line 2, in __del__\nAttributeError: _cache',
      "weak runtime_error",
    ],
    [
      "a journal names host and process on each line",
      'web shop[81]: Traceback (most recent call last):\nweb shop[81]:   File "pay.py", line 2, in pay\nweb shop[81]: ValueError: closed',
      "proof runtime_error",
    ],
    [
      "a doctest shows an expected trace without frames",
      "    >>> f()\n    Traceback (most recent call last):\n        ...\n    ValueError: no",
      "nothing",
    ],
    ["source that prints a header is no trace", 'print("Traceback (most recent call last):")', "nothing"],
    ["source that raises is no trace", 'def f():\n    raise ValueError("File is missing")', "nothing"],
  ])("%s", (_why, text, saw) => {
    expect(strongest([pythonTrace], text).saw).toBe(saw);
  });

  it("keeps the exception and the innermost frame outside libraries", () => {
    expect(strongest([pythonTrace], FINISHED).facts).toEqual({
      language: "python",
      error_type: "decimal.InvalidOperation",
      error_message: "[<class 'decimal.ConversionSyntax'>]",
      file: "/srv/shop/cart.py",
      line: 41,
    });
  });
});
