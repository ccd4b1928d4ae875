import { expect, it } from 'vitest'
import { captureLog } from '../../testing/capture-log.ts'
import { hookServer } from '../../testing/processes/hook-server.ts'
import { anIncident } from '../../testing/watch/incidents.ts'
import { WebhookSender } from './webhook.ts'

it('a full queue is logged once, not for each event it drops', async () => {
  const hook = await hookServer()
  const sender = new WebhookSender(
    { url: hook.url, secret: null, version: '9.9.9' },
    {
      home: { id: 'main', label: 'main', path: '/nowhere', profile: null, root: '/nowhere', demo: false },
      store: null,
      onDeliveryReport: () => undefined,
    },
  )
  const lines = captureLog()
  for (let no = 0; no < 510; no += 1) sender.queue(anIncident({ id: `incident-${no}` }), 'opened')
  expect(lines()).toMatchObject([
    { level: 'error', message: 'webhook queue full', home: 'main', waiting: 500 },
  ])
  sender.stop()
  await hook.stop()
})
