/** The content security policy forbids style elements, so this is a constructed stylesheet in a shadow root. */
export function editorSheet(): CSSStyleSheet {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(TEXT);
  return sheet;
}

// The library measures spacer heights, so a margin or border here makes the panes flicker.
const TEXT = `
:host { display: block; font-family: var(--font-mono); font-size: 12.5px; line-height: 20px; color: var(--color-ink); font-variant-ligatures: none; }
:host .cm-editor { background: transparent; height: 100%; }
:host .cm-editor.cm-focused { outline: none; }
:host .cm-scroller { font-family: inherit; line-height: 20px; overflow-x: auto; }
:host .cm-content { padding: 8px 0; caret-color: var(--color-ink); min-height: 40px; }
:host .cm-line { padding: 0 12px; }
:host .cm-cursor { border-left: 2px solid var(--color-ink); }
:host .cm-editor .cm-selectionBackground,
:host .cm-editor.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground { background: var(--color-hair-2); opacity: 0.6; }
:host .cm-editor .cm-gutters { background: transparent; border: 0; color: var(--color-ink-3); }
:host .cm-editor .cm-lineNumbers .cm-gutterElement { min-width: 40px; padding: 0 8px 0 4px; }
:host .cm-editor .cm-activeLine, :host .cm-editor .cm-activeLineGutter { background: transparent; }
:host .cm-mergeViewEditor + .cm-merge-revert, :host .cm-merge-revert { width: 40px; border-left: 1px solid var(--color-hair-2); }
:host .cm-mergeViewEditor { min-width: 0; }
:host .cm-mergeViewEditor:last-child:focus-within { box-shadow: inset 0 0 0 2px var(--color-ink); }
:host(.one) .cm-editor.cm-focused { box-shadow: inset 0 0 0 2px var(--color-ink); }
:host .cm-merge-revert button { height: 24px; margin-top: -2px; padding: 3px 0; color: var(--color-red); }
:host .cm-merge-revert button:focus-visible { outline: 2px solid var(--color-ink); outline-offset: -2px; }
:host .cm-editor.cm-merge-a .cm-changedLine, :host .cm-editor .cm-deletedChunk { background: transparent; }
:host .cm-editor.cm-merge-b .cm-changedLine,
:host .cm-editor .cm-insertedLine,
:host .cm-editor .cm-inlineChangedLine { background: var(--color-red-wash); }
:host .cm-editor.cm-merge-b .cm-changedText {
  background: none;
  text-decoration: underline 1.5px var(--color-red);
  text-underline-offset: 4px;
}
:host .cm-editor.cm-merge-a .cm-changedText,
:host .cm-editor .cm-deletedChunk .cm-deletedText,
:host .cm-editor .cm-deletedText {
  background: none;
  text-decoration: line-through 1.5px var(--color-red);
}
:host .cm-editor .cm-deletedChunk { padding-left: 0; color: var(--color-ink-2); }
:host .cm-editor .cm-deletedChunk .cm-deletedLine { padding: 0 12px; text-decoration: line-through 1.5px var(--color-red); }
:host .cm-editor .cm-changeGutter { width: 3px; padding: 0; }
:host .cm-editor.cm-merge-a .cm-changedLineGutter,
:host .cm-editor.cm-merge-b .cm-changedLineGutter,
:host .cm-editor .cm-deletedLineGutter,
:host .cm-editor .cm-inlineChangedLineGutter { background: var(--color-red); }
:host .cm-mergeSpacer { position: relative; overflow: hidden; }
:host .cm-mergeSpacer::before {
  content: "";
  position: absolute;
  inset: 9px 12px auto;
  border-top: 1px dotted var(--color-hair-2);
}
:host .hidden-character {
  border: 1px solid var(--color-red);
  border-radius: 2px;
  color: var(--color-red);
  font-size: 11px;
  padding: 0 3px;
  margin: 0 1px;
}
`;
