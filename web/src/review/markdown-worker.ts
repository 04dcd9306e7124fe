import { micromark } from "micromark";

/** The output is checked again when it is rebuilt. */
addEventListener("message", ({ data }: MessageEvent<string>) => {
  postMessage(micromark(data, { allowDangerousHtml: false, allowDangerousProtocol: false }));
});
