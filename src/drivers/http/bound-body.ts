/** The response with a size limit. Reading beyond it fails with this error. */
export function boundBody(
  response: Response,
  mostBytes: number,
  tooLarge: () => Error = () => new Error("the answer is too large"),
): Response {
  if (response.body === null) return response;
  let size = 0;
  const body = response.body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform: (chunk, controller) => {
        size += chunk.byteLength;
        if (size > mostBytes) controller.error(tooLarge());
        else controller.enqueue(chunk);
      },
    }),
  );
  const { status, statusText, headers } = response;
  return new Response(body, { status, statusText, headers });
}
