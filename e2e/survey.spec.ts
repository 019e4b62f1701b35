import type { Page } from '@playwright/test'
import { askRows, last30Days, summaryPath } from './figures.ts'
import { type Shop, test as shopTest } from './pixel-shop.ts'
import { expect, test } from './product-test.ts'

const key = 'tk_0123456789abcdef01234567'
const asked = {
  asked: true,
  version: 3,
  question: 'How did you first hear about us?',
  options: [
    { id: 'podcast', label: 'A podcast' },
    { id: 'friend', label: 'Friend <b>or</b> family' },
    { id: 'search', label: 'Search engine' },
  ],
  other: true,
  texts: { send: 'Absenden', thanks: 'Danke!' },
}

/** The page after an order with the survey, under a content security policy without inline styles or foreign scripts. */
async function openThanks(page: Page, shop: Shop, answer: unknown): Promise<void> {
  shop.survey.asked = answer
  shop.show({
    body: `<script defer src="/survey.js" data-key="${key}" data-order="4711" data-to="${shop.elsewhere}/p/survey"></script><p>Bye</p>`,
  })
  const wasAsked = page.waitForResponse(/\/p\/survey\?/)
  await page.goto(`${shop.address}/thanks`)
  await wasAsked
}

shopTest('buyers answer by keyboard alone, and the server hears order, wording and answer', async ({ page, shop }) => {
  await openThanks(page, shop, asked)
  expect(shop.survey.asks).toEqual([{ key, order: '4711' }])
  const question = page.getByRole('group', { name: 'How did you first hear about us?' })
  await expect(question.getByRole('radio')).toHaveCount(4)
  // In the server's random order, with the free-text option last.
  await expect(question.locator('label')).toHaveText([
    'A podcast',
    'Friend <b>or</b> family',
    'Search engine',
    'Something else',
  ])
  // Styled although the policy allows no style sheet, and placed where the script tag is.
  await expect(question.locator('label').first()).toHaveCSS('cursor', 'pointer')
  expect(await page.locator('script[src="/survey.js"] + div + p').textContent()).toBe('Bye')
  await page.keyboard.press('Tab')
  await expect(question.getByRole('radio', { name: 'A podcast' })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(question.getByRole('radio', { name: /^Friend/ })).toBeChecked()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Absenden' })).toBeFocused()
  await page.keyboard.press('Enter')
  const thanks = page.getByText('Danke!')
  await expect(thanks).toBeFocused()
  await expect(question).toHaveCount(0)
  const [told, ...more] = shop.survey.told
  expect(told).toEqual({
    key,
    order: '4711',
    version: 3,
    answer: 'friend',
    source: 'widget',
    type: expect.stringContaining('text/plain'),
    cookie: '',
  })
  expect(more).toEqual([])
})

shopTest('an answer in one’s own words waits for the server to come back', async ({ page, shop }) => {
  // The browser logs such a response in the console.
  page.removeAllListeners('console')
  await openThanks(page, shop, asked)
  shop.survey.isBroken = true
  const words = page.getByRole('textbox', { name: 'What was it?' })
  await expect(words).toBeHidden()
  await page.getByRole('radio', { name: 'Something else' }).check()
  await words.fill('On a ferry')
  await page.getByRole('button', { name: 'Absenden' }).click()
  await expect(page.getByRole('status')).toHaveText('That could not be sent. Please try again.')
  shop.survey.isBroken = false
  await page.getByRole('button', { name: 'Absenden' }).click()
  await expect(page.getByText('Danke!')).toBeVisible()
  expect(shop.survey.told).toMatchObject([{ answer: 'other', text: 'On a ferry' }])
})

shopTest('who skips is left alone, and is not counted as an answer', async ({ page, shop }) => {
  await openThanks(page, shop, asked)
  await page.getByRole('button', { name: 'Skip' }).click()
  await expect(page.getByRole('group')).toHaveCount(0)
  await expect.poll(() => shop.survey.told).toMatchObject([{ order: '4711', answer: '' }])
})

shopTest('the page stays as it was when nothing is asked, and when the server fails', async ({ page, shop }) => {
  page.removeAllListeners('console')
  const traces = () =>
    page.evaluate(() => [document.body.childElementCount, ...Object.getOwnPropertyNames(window).toSorted()])
  await page.route('**/survey.js', (route) => route.fulfill({ body: '', contentType: 'text/javascript' }), { times: 1 })
  shop.show({ body: '<script defer src="/survey.js"></script><p>Bye</p>' })
  await page.goto(`${shop.address}/thanks`)
  const before = await traces()
  for (const answer of [{ asked: false, reason: 'off' }, { asked: true }, null, undefined]) {
    await openThanks(page, shop, answer)
    await page.evaluate(() => new Promise((done) => requestIdleCallback(done)))
    expect(await traces()).toEqual(before)
  }
  // All four requests were sent.
  expect(shop.survey.asks).toHaveLength(4)
  expect(shop.survey.told).toEqual([])
})

const survey = summaryPath('/tracking/survey')

test.describe('the survey of the demo’s shop', () => {
  // The browser logs a rejected form with such a status.
  test.use({ expectedMessage: /the server responded with a status of 400/ })

  test('a question is written, asked behind its link, answered, and counted beside the clicks', async ({
    page,
    request,
    visit,
  }) => {
    // Unique, so that this version has no responses yet.
    const said = `A shop window ${Date.now()}`
    await visit(survey)
    const question = page.getByRole('region', { name: 'The question' })
    await question.getByLabel('Option 1', { exact: true }).fill(said)
    await question.getByRole('checkbox', { name: /^Ask customers/ }).check()
    await question.getByRole('button', { name: 'Save question' }).click()
    await expect(page.getByText('Saved. Customers are asked this from now on')).toBeVisible()
    await expect(question.getByText('Customers are asked', { exact: true })).toBeVisible()

    const mappings = page.getByRole('region', { name: 'Map answers to channels' })
    const channel = mappings.getByLabel(`Channel of “${said}”`)
    await channel.selectOption({ label: 'Offline' })
    await mappings.getByRole('button', { name: 'Save channels' }).click()
    await expect(page.getByText('Saved. Earlier answers and the orders')).toBeVisible()

    const link = (await page.getByText('/p/survey/page?key=tk_').textContent()) ?? ''
    const { rows } = await askRows(request, 'orders', { ...last30Days(), limit: '25' })
    const option = page.getByRole('radio', { name: said })
    // Some of the demo's buyers have answered already.
    for (const { orderId } of rows) {
      await page.goto(link.replace('{ORDER ID}', orderId))
      if ((await option.count()) > 0) break
    }
    await option.check()
    await page.getByRole('button', { name: 'Send' }).click()
    await expect(page.getByText('Thank you for telling us.')).toBeVisible()

    const answers = page.getByRole('table', { name: 'Answers', exact: true })
    const row = answers.getByRole('row', { name: new RegExp(`^${said}`) })
    await expect(async () => {
      await visit(survey)
      await expect(row).toContainText('100.0%', { timeout: 2_000 })
    }).toPass()
    await expect(row).toContainText('Offline')
    await expect(answers.getByRole('row', { name: /^Something else/ })).toContainText('0.0%')

    await question.getByLabel('Question', { exact: true }).fill(`Do you know ${said}?`)
    await question.getByRole('button', { name: 'Save question' }).click()
    const wordings = page.getByRole('navigation', { name: 'Wording of the question' }).getByRole('link')
    // The newest version has no responses yet.
    await expect(wordings.nth(1)).toHaveAttribute('aria-current', 'true')
    await wordings.nth(0).click()
    await expect(wordings.nth(0)).toHaveAttribute('aria-current', 'true')
    await expect(page.getByText('No answers in this date range')).toBeVisible()
  })
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('options come and go, and the page can be read', async ({ page }) => {
    await page.goto(`${survey}?on=other`)
    await expect(page.getByRole('heading', { name: 'What customers say' })).toBeVisible()
    await expect(page.getByText('data-order="{ORDER ID}"')).toBeVisible()
    const options = page.getByRole('textbox', { name: /^Option \d+$/ })
    const before = await options.count()
    await page.getByRole('button', { name: 'Add an option' }).click()
    await expect(options).toHaveCount(before + 1)
    await options.last().fill('A ferry')
    await page.getByRole('button', { name: 'Remove option 1', exact: true }).click()
    await expect(options).toHaveCount(before)
    await expect(options.last()).toHaveValue('A ferry')
  })
})
