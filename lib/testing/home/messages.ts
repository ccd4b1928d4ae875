/** Messages of a session, as given or invented. */
import { answerText, askText, TOOLS, toolOutput } from './invented-text.ts'
import { diceOf } from './noise.ts'
import type { MessageSpec, SessionSpec } from './spec.ts'

const DEFAULT_GAP_MS = 20_000

export function messagesOf(session: SessionSpec, startedMs: number): readonly MessageSpec[] {
  const wanted = session.messages ?? 4
  if (typeof wanted !== 'number') return wanted
  const lastMs = session.lastMessageMs ?? session.endedMs ?? startedMs + wanted * DEFAULT_GAP_MS
  return inventMessages(session.id, wanted, startedMs, lastMs)
}

/** Question, call, tool result, answer, repeated evenly from start to end. */
export function inventMessages(seed: string, count: number, firstMs: number, lastMs: number): MessageSpec[] {
  const dice = diceOf(seed)
  const messages: MessageSpec[] = []
  let tool: string = TOOLS[0]
  for (let index = 0; index < count; index += 1) {
    const atMs = count === 1 ? lastMs : firstMs + ((lastMs - firstMs) * index) / (count - 1)
    const step = index % 4
    if (step === 0) messages.push({ role: 'user', content: askText(dice), atMs })
    else if (step === 1) {
      tool = dice.pick(TOOLS)
      messages.push({ role: 'assistant', content: '', toolCalls: [tool], atMs })
    } else if (step === 2) messages.push({ role: 'tool', content: toolOutput(dice), toolName: tool, atMs })
    else messages.push({ role: 'assistant', content: answerText(dice), atMs })
  }
  return messages
}

/** The JSON array Hermes stores, in OpenAI's format. */
export const toolCallsJson = (tools: readonly string[], seed: string): string =>
  JSON.stringify(
    tools.map((name, index) => ({
      id: `call_${seed}_${index}`,
      type: 'function',
      function: { name, arguments: JSON.stringify({ path: `notes/${seed}.md`, limit: 20 }) },
    })),
  )
