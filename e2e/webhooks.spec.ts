import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'
import { addOwner, enter } from './people.ts'
import { expect, test } from './product-test.ts'

test.use({ isVisitor: true, expectedMessage: /the server responded with a status of 400/ })

interface Received {
  readonly id: string
  readonly timestamp: string
  readonly signature: string
  readonly body: string
}

async function startReceiver() {
  const received: Received[] = []
  let status = 204
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (text: string) => {
      body += text
    })
    request.on('end', () => {
      const header = (name: string) => String(request.headers[`webhook-${name}`])
      received.push({ id: header('id'), timestamp: header('timestamp'), signature: header('signature'), body })
      response.writeHead(status).end()
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/in`,
    received,
    answer(with_: number) {
      status = with_
    },
    close: () => server.close(),
  }
}

test('a receiver is added, tested, seen to fail, given another secret and deleted', async ({ page, visit }) => {
  const receiver = await startReceiver()
  const owner = await addOwner('Robin')
  await enter(page.context(), owner)
  const address = `/shop/${owner.domain}/settings/webhooks`
  await visit(address)
  await expect(page.getByText('No webhooks yet')).toBeVisible()
  await page.getByRole('textbox', { name: 'Address' }).fill('ftp://example.com')
  await page.getByRole('button', { name: 'Add webhook' }).click()
  await expect(page.getByText(/must begin with https/).first()).toBeVisible()
  await page.getByRole('textbox', { name: 'Address' }).fill(receiver.url)
  await page.getByRole('button', { name: 'Add webhook' }).click()
  const secret = await page.getByText(/^whsec_/).innerText()
  await visit(address)
  await expect(page.getByText(secret)).toHaveCount(0)

  await page.getByRole('link', { name: receiver.url }).click()
  await page.getByRole('button', { name: 'Send a test' }).click()
  const messages = page.getByRole('region', { name: 'Messages' })
  await expect(messages.getByText('Delivered', { exact: true })).toBeVisible()
  const [first] = receiver.received
  const headers = {
    'webhook-id': first?.id ?? '',
    'webhook-timestamp': first?.timestamp ?? '',
    'webhook-signature': first?.signature ?? '',
  }
  expect(new Webhook(secret).verify(first?.body ?? '', headers)).toMatchObject({ type: 'webhook.test' })

  receiver.answer(500)
  await page.getByRole('button', { name: 'Send a test' }).click()
  await expect(messages.getByText('It answered 500.')).toBeVisible()
  await expect(page.getByText('Failing', { exact: true })).toBeVisible()
  receiver.answer(200)
  await messages.locator('summary').first().click()
  await messages
    .getByRole('button', { name: /^Send again/ })
    .first()
    .click()
  await expect(messages.getByText('Delivered', { exact: true })).toHaveCount(2)

  await page.getByRole('button', { name: 'Replace secret' }).click()
  await expect(page.getByText(/^whsec_/)).not.toHaveText(secret)
  await page.getByRole('button', { name: 'Pause' }).click()
  await expect(page.getByText('Paused', { exact: true })).toBeVisible()
  await page.getByText('Delete…').click()
  await page.getByRole('button', { name: 'Delete webhook' }).click()
  await expect(page.getByText('No webhooks yet')).toBeVisible()
  receiver.close()
})
