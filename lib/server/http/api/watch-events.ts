/** Server-sent events, as bytes that can be handed to any number of streams. */
const encoder = new TextEncoder()

/** JSON has no line breaks of its own, so one `data:` line always holds it. */
export const writeEvent = (name: string, data: object): Uint8Array<ArrayBuffer> =>
  encoder.encode(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`)

/** The first line of a stream: how soon a browser comes back after losing it. */
export const writeRetry = (ms: number): Uint8Array<ArrayBuffer> => encoder.encode(`retry: ${ms}\n\n`)
