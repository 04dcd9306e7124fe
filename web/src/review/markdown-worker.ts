import { micromark } from "micromark";

/** Without HTML and without addresses that could act; what comes out is checked again where it is built. */
addEventListener("message", ({ data }: MessageEvent<string>) => {
  postMessage(micromark(data, { allowDangerousHtml: false, allowDangerousProtocol: false }));
});
