/** Server-sent events as bytes, so that many streams can share them. */
const encoder = new TextEncoder()

/** JSON contains no line breaks, so one `data:` line is enough. */
export const writeEvent = (name: string, data: object): Uint8Array<ArrayBuffer> =>
  encoder.encode(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`)

/** The first line of a stream: how soon a browser reconnects. */
export const writeRetry = (ms: number): Uint8Array<ArrayBuffer> => encoder.encode(`retry: ${ms}\n\n`)
