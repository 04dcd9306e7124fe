import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { MergeView, unifiedMergeView } from "@codemirror/merge";
import { EditorState, type Extension } from "@codemirror/state";
import { EditorView, highlightSpecialChars, keymap, lineNumbers } from "@codemirror/view";
import { codePoint } from "../lib/hidden-characters.ts";
import { editorSheet } from "./editor-style.ts";

export interface MergeEditorOptions {
  readonly original: string;
  readonly text: string;
  readonly firstLine: number;
  readonly agent: string;
  readonly isWide: boolean;
  readonly changed: (text: string, isOriginal: boolean) => void;
  readonly done: () => void;
  readonly send: () => void;
}

/** Long diffs must not block typing. */
const DIFF = { scanLimit: 500, timeout: 200 };

export function createMergeEditor(host: HTMLElement, options: MergeEditorOptions): () => void {
  const root = host.shadowRoot ?? host.attachShadow({ mode: "open" });
  root.replaceChildren();
  root.adoptedStyleSheets = [editorSheet()];
  host.classList.toggle("one", !options.isWide);
  const before = EditorState.create({ doc: options.original }).doc;
  const writing: Extension = [
    common(options),
    history(),
    keymap.of([
      { key: "Mod-Enter", run: () => (options.send(), true) },
      { key: "Escape", run: () => (options.done(), true) },
      ...defaultKeymap,
      ...historyKeymap,
    ]),
    EditorView.contentAttributes.of({ "aria-label": `Your text in place of what ${options.agent} wrote` }),
    EditorView.updateListener.of(({ docChanged, state }) => {
      if (docChanged) options.changed(state.doc.toString(), state.doc.eq(before));
    }),
  ];
  if (options.isWide) {
    const view = new MergeView({
      root,
      parent: root,
      a: {
        doc: options.original,
        extensions: [
          common(options),
          EditorState.readOnly.of(true),
          EditorView.contentAttributes.of({
            "aria-label": `What ${options.agent} wrote`,
            "aria-readonly": "true",
          }),
        ],
      },
      b: { doc: options.text, extensions: writing },
      revertControls: "a-to-b",
      renderRevertControl: revertButton,
      diffConfig: DIFF,
    });
    view.b.focus();
    return () => view.destroy();
  }
  const view = new EditorView({
    root,
    parent: root,
    doc: options.text,
    extensions: [
      writing,
      unifiedMergeView({
        original: options.original,
        mergeControls: false,
        syntaxHighlightDeletions: false,
        diffConfig: DIFF,
      }),
    ],
  });
  view.focus();
  return () => view.destroy();
}

const common = ({ firstLine }: MergeEditorOptions): Extension => [
  lineNumbers({ formatNumber: (line) => String(line + firstLine - 1) }),
  EditorView.lineWrapping,
  highlightSpecialChars({
    addSpecialChars: /[\u034f\u115f\u1160\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\uffa0]/g,
    render: (code) => {
      const box = document.createElement("span");
      box.className = "hidden-character";
      box.textContent = codePoint(String.fromCodePoint(code));
      box.title = "Invisible character";
      return box;
    },
  }),
];

/** The library only handles the mouse; this adds the keyboard. */
function revertButton(): HTMLElement {
  const button = document.createElement("button");
  button.type = "button";
  button.title = "Revert this change";
  button.setAttribute("aria-label", "Revert this change");
  button.append(caret());
  button.addEventListener("click", (event) => {
    if (event.detail === 0) button.dispatchEvent(new MouseEvent("mousedown", { bubbles: true }));
  });
  return button;
}

function caret(): SVGElement {
  const space = "http://www.w3.org/2000/svg";
  const drawing = document.createElementNS(space, "svg");
  const attributes = {
    width: "18",
    height: "18",
    viewBox: "0 0 20 20",
    fill: "none",
    stroke: "currentColor",
  };
  for (const [name, value] of Object.entries(attributes)) drawing.setAttribute(name, value);
  const path = document.createElementNS(space, "path");
  path.setAttribute("d", "M4 15 10 5l6 10");
  path.setAttribute("stroke-width", "1.6");
  drawing.append(path);
  return drawing;
}
