import { test } from './elsewhere-test.ts'
import { mailTo, pathOf } from './mailbox.ts'
import { addOwner, addPerson, enter, invite, newAddress } from './people.ts'
import { expect } from './product-test.ts'
import { enterCode, passwordField } from './sign-in-page.ts'

test.use({ isVisitor: true, expectedMessage: /the server responded with a status of (400|401|403|404|409)/ })

test('somebody new is invited, joins, and sees what the role allows', async ({
  page,
  request,
  visit,
  openElsewhere,
}) => {
  const owner = await addOwner('Xaver')
  const email = newAddress('yara')
  await enter(page.context(), owner)
  await visit(`/shop/${owner.domain}/settings/members`)
  await page.getByRole('textbox', { name: 'Email address' }).fill(email)
  await page.getByRole('combobox', { name: 'Role' }).first().selectOption('Viewer')
  await page.getByRole('button', { name: 'Send invitation' }).click()
  await expect(page.getByRole('status').getByText(/^The invitation is on its way/)).toBeVisible()
  await expect(page.getByRole('region', { name: 'Open invitations' })).toContainText(email)

  const mail = await mailTo(request, email)
  expect(mail.subject).toMatch(/^Xaver invites you to /)
  const invited = await openElsewhere()
  await invited.goto(pathOf(mail.link))
  // Links are passed on: before signing in, the page names the organisation only.
  await expect(invited.getByText(/^You were invited to /)).toBeVisible()
  await expect(invited.getByText(email)).toHaveCount(0)
  await expect(invited.getByText('Xaver invites')).toHaveCount(0)
  await invited.getByRole('link', { name: 'Create an account' }).click()
  await invited.getByRole('textbox', { name: 'Email address' }).fill(email)
  await invited.getByRole('textbox', { name: 'Your name' }).fill('Yara')
  await passwordField(invited).fill(owner.password)
  await invited.getByRole('button', { name: 'Create account' }).click()
  await invited.getByRole('heading', { name: 'Check your email' }).waitFor()
  await enterCode(invited, (await mailTo(request, email, 2)).code)
  await expect(invited.getByText(/^Xaver invites you to .* as a viewer/)).toBeVisible()
  await invited.getByRole('button', { name: /^Join / }).click()

  // An invited viewer sees only figures.
  await expect(invited).toHaveURL(`/shop/${owner.domain}`)
  await invited.goto(`/shop/${owner.domain}/settings/members`)
  await expect(invited.getByRole('heading', { name: 'Your role does not show them' })).toBeVisible()
  // Costs and profit only where the shop shows them.
  for (const page of ['profit', 'costs', 'costs/goods']) {
    await invited.goto(`/shop/${owner.domain}/${page}`)
    await expect(invited.getByText(/^Costs and profit of this shop are for owners, administrators/)).toBeVisible()
  }
  expect((await invited.request.get(`/shop/${owner.domain}/profit.csv`)).status()).toBe(403)
  await visit(`/shop/${owner.domain}/settings`)
  await page.getByRole('checkbox', { name: 'Viewers see costs and profit' }).check()
  await page.getByRole('region', { name: 'Shop', exact: true }).getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('status').first()).toBeVisible()
  await invited.goto(`/shop/${owner.domain}/profit`)
  await expect(invited).toHaveTitle(/^Profit and loss/)
  await invited.goto(`/shop/${owner.domain}/integrations`)
  await expect(invited.getByText(/^Your role can see the status of connections\. An owner or admin/)).toBeVisible()
  await expect(invited.getByRole('button', { name: 'Continue in your store' })).toHaveCount(0)
  // Submitting the form without the right is rejected.
  const connecting = { intent: 'keys', connector: 'woocommerce', 'value.url': 'https://x.example', write: 'yes' }
  const response = await invited.request.post(`/shop/${owner.domain}/integrations`, { form: connecting })
  expect(response.status()).toBe(403)
  expect(await response.text()).toContain('Ask an owner of the organisation.')

  await visit(`/shop/${owner.domain}/settings/members`)
  await expect(page.getByRole('region', { name: 'Open invitations' })).toHaveCount(0)
  const people = page.getByRole('region', { name: 'People' })
  const yara = people.getByRole('listitem').filter({ hasText: email })
  await yara.getByText('Manage').click()
  await yara.getByRole('combobox', { name: 'Role' }).selectOption('Analyst')
  await yara.getByRole('button', { name: 'Change role' }).click()
  await expect(page.getByRole('status').getByText('The role is changed.')).toBeVisible()
  await invited.goto(`/shop/${owner.domain}/settings/members`)
  await expect(invited.getByText('Only owners can change this: ask Xaver.')).toBeVisible()
  await expect(invited.getByRole('button', { name: 'Send invitation' })).toHaveCount(0)

  await yara.getByText('Manage').click()
  await yara.getByRole('link', { name: 'Remove…' }).click()
  await page.getByRole('button', { name: 'Remove Yara' }).click()
  await expect(page.getByRole('status').getByText(/^That person is no member any more/)).toBeVisible()
  await invited.goto(`/shop/${owner.domain}`)
  await expect(invited).toHaveURL('/auth/login')
})

test('an organisation keeps its last owner', async ({ page, visit }) => {
  const owner = await addOwner('Zoe')
  await enter(page.context(), owner)
  await visit(`/shop/${owner.domain}/settings/members`)
  await expect(page.getByText(/^You are the only owner of .* make somebody else an owner first\.$/)).toBeVisible()
  await expect(page.getByText(/^Leave /)).toHaveCount(0)
  await expect(page.getByText('Manage', { exact: true })).toHaveCount(0)
  // Whoever sends the form all the same is refused.
  const response = await page.request.post(`/shop/${owner.domain}/settings/members`, { form: { intent: 'leave' } })
  expect(response.status()).toBe(409)
  await visit(`/shop/${owner.domain}/settings/members`)
  await expect(page.getByRole('region', { name: 'People' }).getByRole('listitem')).toHaveCount(1)
})

test('an invitation can be revoked, and belongs to one address', async ({ page, request, visit, openElsewhere }) => {
  const owner = await addOwner('Anton')
  const guest = await addPerson('Bella')
  await enter(page.context(), owner)
  await invite(owner, guest.email)
  await visit(`/shop/${owner.domain}/settings/members`)
  const path = pathOf((await mailTo(request, guest.email)).link)

  const stranger = await openElsewhere(await addPerson('Carl'))
  await stranger.goto(path)
  await expect(stranger.getByText(`is for ${guest.email}: sign out`)).toBeVisible()
  await expect(stranger.getByRole('button', { name: /^Join / })).toHaveCount(0)
  await stranger.getByRole('button', { name: 'Sign out' }).click()
  await expect(stranger.getByRole('textbox', { name: 'Email address' })).toHaveValue(guest.email)
  await passwordField(stranger).fill(guest.password)
  await stranger.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(stranger).toHaveURL(path)
  await expect(stranger.getByRole('button', { name: /^Join / })).toBeVisible()

  await page.getByRole('button', { name: `Withdraw the invitation of ${guest.email}` }).click()
  await expect(page.getByRole('status').getByText(/^The invitation is withdrawn/)).toBeVisible()
  await stranger.getByRole('button', { name: /^Join / }).click()
  await expect(stranger.getByRole('alert')).toContainText('This invitation was withdrawn.')
  await stranger.reload()
  await expect(stranger.getByRole('heading', { name: 'Invitation withdrawn' })).toBeVisible()
  await stranger.goto('/invitation/never-given-out')
  await expect(stranger.getByRole('heading', { name: 'This invitation is unknown' })).toBeVisible()
})

test('ownership is offered to a viewer, who confirms it', async ({ page, request, visit, openElsewhere }) => {
  const owner = await addOwner('Dora')
  const guest = await addPerson('Emil')
  await enter(page.context(), owner)
  await invite(owner, guest.email)
  const emil = await openElsewhere(guest)
  await emil.goto(pathOf((await mailTo(request, guest.email)).link))
  await emil.getByRole('button', { name: /^Join / }).click()
  await expect(emil).toHaveURL(`/shop/${owner.domain}`)

  await visit(`/shop/${owner.domain}/settings/members`)
  const row = page.getByRole('region', { name: 'People' }).getByRole('listitem').filter({ hasText: guest.email })
  await row.getByText('Manage').click()
  await row.getByText('Hand over ownership…').click()
  await row.getByRole('button', { name: 'Offer it to Emil' }).click()
  await expect(page.getByRole('status').getByText(/^The offer is made/)).toBeVisible()
  await expect(page.getByRole('region', { name: 'Ownership is offered to Emil' })).toContainText('nothing changes')

  const mail = await mailTo(request, guest.email, 2)
  expect(mail.subject).toMatch(/^Dora offers you /)
  await emil.goto(pathOf(mail.link))
  await expect(emil.getByRole('heading', { name: 'Your role does not show them' })).toBeVisible()
  await emil.getByRole('region', { name: 'Dora offers you ownership' }).getByRole('button', { name: 'Become' }).click()
  await expect(emil.getByRole('status').getByText('You are an owner now.')).toBeVisible()
  await visit(`/shop/${owner.domain}/settings/members`)
  await expect(page.getByText('Only owners can change this: ask Emil.')).toBeVisible()

  // Whoever has no two-step verification cannot require it from everyone.
  await emil.getByRole('button', { name: 'Require it from everyone in seven days' }).click()
  await expect(emil.getByRole('alert')).toContainText('Your own account has no two-step verification')
})

test('members, invitations and sections of the settings are in the language of the page', async ({
  page,
  request,
  visit,
  openElsewhere,
}) => {
  const owner = await addOwner('Frida')
  await enter(page.context(), owner)
  await page.request.put('/api/shop/updatePreference', { data: { shop: owner.domain, preference: { language: 'de' } } })
  const guest = newAddress('gero')
  await invite(owner, guest)
  await visit(`/shop/${owner.domain}/settings/members`)
  await expect(page.getByRole('heading', { name: 'Mitglieder' })).toBeVisible()
  const sections = page.getByRole('navigation', { name: 'Einstellungen' })
  await expect(sections.getByRole('link', { name: 'Freigabelinks' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Offene Einladungen' })).toContainText('Sieht alle Shops')
  const german = await openElsewhere()
  const { origin } = new URL(page.url())
  await german.context().addCookies([{ name: 'lang', value: 'de', url: origin }])
  await german.goto(pathOf((await mailTo(request, guest)).link))
  await expect(german.getByText(/^Sie wurden zu .* eingeladen\./)).toBeVisible()
})

test('keys that reach more are asked about, and share links end with a member', async ({
  page,
  request,
  visit,
  openElsewhere,
}) => {
  const owner = await addOwner('Hanna')
  const guest = await addPerson('Igor')
  await enter(page.context(), owner)
  await invite(owner, guest.email, 'admin')
  const igor = await openElsewhere(guest)
  await igor.goto(pathOf((await mailTo(request, guest.email)).link))
  await igor.getByRole('button', { name: /^Join / }).click()
  await expect(igor).toHaveURL(`/shop/${owner.domain}`)
  await igor.goto(`/shop/${owner.domain}/settings/api-keys`)
  await igor.getByRole('textbox', { name: 'Name' }).fill('Sheet of Igor')
  await igor.getByRole('button', { name: 'Create key' }).click()
  const key = await igor.getByText(/^tsk_[\w-]{43}$/).innerText()
  const ask = async () => (await request.get('/api/v1/shops', { headers: { authorization: `Bearer ${key}` } })).status()
  expect(await ask()).toBe(200)

  const members = `/shop/${owner.domain}/settings/members`
  await visit(members)
  const row = page.getByRole('region', { name: 'People' }).getByRole('listitem').filter({ hasText: guest.email })
  await row.getByText('Manage').click()
  await row.getByRole('radio', { name: /^Selected shops/ }).check()
  await row.getByRole('checkbox', { name: owner.domain }).check()
  await row.getByRole('button', { name: 'Change shops' }).click()
  const asked = page.getByRole('region', { name: `Limit Igor to ${owner.domain}` })
  await expect(asked.getByRole('checkbox', { name: /^Revoke Sheet of Igor/ })).toBeChecked()
  await asked.getByRole('button', { name: 'Change shops' }).click()
  await expect(page.getByRole('status').getByText('What they see is changed.')).toBeVisible()
  expect(await ask()).toBe(401)

  await igor.goto(`/shop/${owner.domain}/settings/shares/new`)
  await igor.getByRole('textbox', { name: 'Title of the page' }).fill('For the bank')
  await igor.getByRole('button', { name: 'Create link' }).click()
  const link = pathOf(await igor.getByText(/\/s\/[\w-]{43}$/).innerText())
  await row.getByText('Manage').click()
  await row.getByRole('link', { name: 'Remove…' }).click()
  await expect(page.getByRole('checkbox', { name: /^Revoke For the bank/ })).toBeChecked()
  await page.getByRole('button', { name: 'Remove Igor' }).click()
  await expect(page.getByRole('status').getByText(/^That person is no member any more/)).toBeVisible()
  expect((await request.get(link)).status()).toBe(404)
})

test('an owner deletes the organisation by its name, everybody reads of it, and it can be taken back', async ({
  page,
  request,
  visit,
}) => {
  const owner = await addOwner('Jutta')
  await enter(page.context(), owner)
  const members = `/shop/${owner.domain}/settings/members`
  await visit(members)
  await page.getByRole('link', { name: /^Delete .*…$/ }).click()
  await expect(page).toHaveURL(`${members}?delete=ask`)
  const card = page.getByRole('region', { name: /^Delete / })
  await expect(card.getByText('Orders', { exact: true })).toBeVisible()
  await expect(card.getByText(/^What stays is one entry/)).toBeVisible()
  const confirmation = card.getByRole('textbox')
  await confirmation.fill('Another one')
  await card.getByRole('button', { name: 'Delete it in 14 days' }).click()
  await expect(card.getByText('This is not the name of the organisation.')).toBeVisible()
  const [, name = ''] = /^Type (.*) to confirm$/.exec((await card.locator('label').innerText()).trim()) ?? []
  await confirmation.fill(name)
  await card.getByRole('button', { name: 'Delete it in 14 days' }).click()
  await expect(page.getByRole('status').getByText(/^The organisation is deleted in 14 days/)).toBeVisible()
  expect((await mailTo(request, owner.email)).subject).toMatch(/ is deleted on /)
  await visit(`/shop/${owner.domain}/settings`)
  await expect(page.getByText(/^This organisation is deleted with all its data on/)).toBeVisible()
  await visit(members)
  await card.getByRole('button', { name: 'Do not delete it' }).click()
  await expect(page.getByRole('status').getByText(/^The organisation is not deleted/)).toBeVisible()
  await visit(`/shop/${owner.domain}/settings`)
  await expect(page.getByText(/^This organisation is deleted/)).toHaveCount(0)
})

test('an owner chooses for how long the activity is kept', async ({ page, visit }) => {
  const owner = await addOwner('Kaja')
  await enter(page.context(), owner)
  await visit(`/shop/${owner.domain}/settings/activity`)
  await expect(page.getByText(/Entries are kept for 400 days\.$/)).toBeVisible()
  const card = page.getByRole('region', { name: 'How long entries are kept' })
  await card.getByRole('spinbutton', { name: 'Days' }).fill('730')
  await card.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText(/Entries are kept for 730 days\.$/)).toBeVisible()
  await expect(page.getByText('Days: 400 → 730')).toBeVisible()
})
