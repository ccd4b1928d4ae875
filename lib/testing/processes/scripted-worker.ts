/** A worker that does what each request says, for tests of `WorkerClient`. */
import { resourceLimits } from 'node:worker_threads'
import { log } from '../../platform/log.ts'
import { pushToClient, reportIdle, serveRequests } from '../../platform/worker-server.ts'

export type Script =
  | { readonly kind: 'echo'; readonly value: unknown }
  | { readonly kind: 'fail'; readonly message: string }
  | { readonly kind: 'push'; readonly push: unknown }
  | { readonly kind: 'print'; readonly text: string }
  | { readonly kind: 'log'; readonly message: string }
  | {
      readonly kind:
        | 'echo-function'
        | 'memory-limit'
        | 'fill-memory'
        | 'hang'
        | 'throw'
        | 'exit'
        | 'report-idle'
    }

serveRequests<Script>({
  handle: (script) => {
    switch (script.kind) {
      case 'echo':
        return script.value
      case 'echo-function':
        return () => undefined
      case 'fail':
        throw new Error(script.message)
      case 'push':
        return pushToClient(script.push)
      case 'print':
        return void process.stderr.write(script.text)
      case 'log':
        return log.info(script.message)
      case 'memory-limit':
        return resourceLimits.maxOldGenerationSizeMb
      case 'fill-memory':
        return fillMemory()
      case 'hang':
        return new Promise(() => undefined)
      case 'throw':
        return void setImmediate(() => {
          throw new Error('thrown outside a request')
        })
      case 'exit':
        return process.exit(1)
      case 'report-idle':
        return void setImmediate(reportIdle)
    }
  },
})

function fillMemory(): never {
  const kept: number[][] = []
  for (;;) kept.push(Array.from({ length: 10_000 }, (_, index) => index + kept.length))
}
