import { expectNoBarriers } from './barriers.ts'
import { test } from './elsewhere-test.ts'
import { addOwner, addPerson } from './people.ts'
import { expect, waitUntilAlive } from './product-test.ts'

test.use({ expectedMessage: /the server responded with a status of (403|404)/ })

const pages = ['', '/organisations', '/people', '/jobs', '/connectors', '/mails', '/storage', '/activity']

test('an administrator finds every page of it from their account, at both widths and in both themes', async ({
  page,
  visit,
}) => {
  test.slow()
  await visit('/account')
  await page.getByRole('link', { name: 'Administration' }).click()
  await expect(page.getByRole('heading', { name: 'Administration', level: 1 })).toBeVisible()
  await expect(page.getByText('Answers')).toHaveCount(2)
  for (const path of pages) {
    await visit(`/admin${path}`)
    await expect(page.getByRole('navigation', { name: 'Administration' })).toBeVisible()
    await expectNoBarriers(page)
  }
})

test('lists are searched and turned over by keyboard, and their address says what they show @phone', async ({
  page,
  visit,
}) => {
  await visit('/admin/jobs')
  await page.getByRole('searchbox', { name: 'Search' }).fill('nothing is called like this')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/search=nothing/)
  await expect(page.getByRole('link', { name: 'Show everything' }).or(page.getByText('0 of 0'))).not.toHaveCount(0)
  await visit('/admin/people?search=demo%40tillsight')
  await page.getByRole('link', { name: 'demo@tillsight.test' }).click()
  await expect(page.getByText('This is your own account.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Lock' })).toHaveCount(0)
})

test('whoever is no administrator finds nothing there', async ({ openElsewhere }) => {
  const owner = await addOwner('Wanda')
  const other = await openElsewhere(owner)
  for (const path of [...pages, '/people/5ad4b0ee-1111-4222-8333-444455556666']) {
    expect((await other.goto(`/admin${path}`))?.status(), path).toBe(404)
  }
  await other.goto('/account')
  await expect(other.getByRole('link', { name: 'Administration' })).toHaveCount(0)
})

test('an administrator locks somebody, and looks in at an organisation that allows it, without changing anything @phone', async ({
  page,
  visit,
  openElsewhere,
}) => {
  const owner = await addOwner('Vera')
  const theirs = await openElsewhere(owner)
  const people = `/admin/people/${owner.id}`
  await visit(people)
  await expect(page.getByText(/do not let anybody look in/)).toBeVisible()

  await theirs.goto(`/shop/${owner.domain}/settings/members`)
  await waitUntilAlive(theirs)
  await theirs.getByRole('button', { name: 'Let them look in' }).click()
  await expect(theirs.getByText('Administrators of this installation may look in now.')).toBeVisible()

  await visit(people)
  await page.getByRole('textbox', { name: /^Reason/ }).fill('Vera asked why yesterday is empty.')
  await page.getByRole('button', { name: /^Look in at / }).click()
  const banner = page.getByRole('complementary', { name: /You are looking in as/ })
  await expect(banner).toContainText('Vera')
  await visit(`/shop/${owner.domain}/settings/members`)
  await expect(banner).toBeVisible()
  await expectNoBarriers(page)
  const refused = await page.request.post(`/shop/${owner.domain}/settings/members`, {
    form: { intent: 'stop-support' },
  })
  expect(refused.status()).toBe(403)
  expect((await page.goto('/account/security'))?.status()).toBe(403)
  expect((await page.goto('/admin'))?.status()).toBe(404)
  await visit(`/shop/${owner.domain}`)
  await banner.getByRole('button', { name: 'End' }).click()
  await expect(page).toHaveURL(/\/admin\?done=ended/)
  await expect(banner).toHaveCount(0)

  const locked = await addPerson('Ulla')
  await visit(`/admin/people/${locked.id}`)
  await page.getByRole('button', { name: 'Lock', exact: true }).click()
  await expect(page.getByText('The account is locked.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Unlock' })).toBeVisible()
  await visit('/admin/activity')
  await expect(page.getByRole('row', { name: /Account locked/ }).first()).toBeVisible()
})
