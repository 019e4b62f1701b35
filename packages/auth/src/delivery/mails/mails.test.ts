import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  type MailKind,
  type MailValues,
  previewMails,
  renderHealthNews,
  renderMail,
  renderNotice,
  renderOrganisationInvite,
} from '../index.ts'
import { billingMailKinds } from './billing-mail-words.ts'
import { renderBillingMail } from './billing-mails.ts'
import { memberMailKinds } from './member-mail-words.ts'
import { renderMemberMail } from './member-mails.ts'

const siteUrl = 'https://stats.example.com'
const values: MailValues = {
  to: 'ada@nordlicht.example',
  siteUrl,
  confirmationUrl: `${siteUrl}/auth/v1/verify?token=abc&type=signup&redirect_to=https%3A%2F%2Fstats.example.com`,
  token: '004815',
  tokenHash: 'abc',
  email: 'ada@nordlicht.example',
  newEmail: 'ada@new.example',
  redirectTo: siteUrl,
}
const subjects = {
  confirmation: undefined,
  invite: undefined,
  magicLink: undefined,
  recovery: undefined,
  emailChange: undefined,
  reauthentication: undefined,
}
const settings = { email: { subjects } }
const kinds: MailKind[] = ['confirmation', 'invite', 'magic_link', 'recovery', 'email_change', 'reauthentication']
const escaped = (text: string) => text.replaceAll('&', '&amp;')

test('every mail shows the code, and all but the re-authentication a link on a line of its own', () => {
  for (const kind of kinds) {
    const { to, subject, html, text } = renderMail(kind, values, settings)
    assert.equal(to, values.to)
    assert.ok(subject.length > 5)
    assert.ok(html.includes('>004815</p>') && /(?<!\S)004815$/m.test(text), kind)
    const hasLink = kind !== 'reauthentication'
    assert.equal(html.includes(`href="${escaped(values.confirmationUrl)}"`), hasLink, kind)
    assert.equal(text.split('\n').includes(values.confirmationUrl), hasLink, kind)
  }
})

test('subjects come from the settings where they are set, with their placeholders filled', () => {
  const own = {
    ...subjects,
    magicLink: '{{ .Token }} is your code for {{.SiteURL}}',
    emailChange: '{{ .Email }} to {{ .NewEmail }} {{ .Unknown }} {{ .constructor }}',
  }
  const subjectOf = (kind: MailKind) => renderMail(kind, values, { email: { subjects: own } }).subject
  assert.equal(subjectOf('magic_link'), '004815 is your code for https://stats.example.com')
  assert.equal(subjectOf('email_change'), 'ada@nordlicht.example to ada@new.example {{ .Unknown }} {{ .constructor }}')
  assert.equal(subjectOf('recovery'), 'Reset your password')
})

test('a change of address says something else to the present address than to the new one', () => {
  const present = renderMail('email_change', values, settings)
  const future = renderMail('email_change', { ...values, to: values.newEmail }, settings)
  assert.notEqual(present.text, future.text)
  for (const { text } of [present, future]) assert.match(text, /ada@new\.example instead of ada@nordlicht\.example/)
  assert.doesNotMatch(renderMail('email_change', { ...values, email: '' }, settings).text, /instead of/)
})

test('whatever values contain, they are text and never markup', () => {
  const nasty = fc.string({
    unit: fc.constantFrom('<', '>', '"', "'", '&', '`', '/', 'a', '=', ' ', 'on', 'script'),
    maxLength: 20,
  })
  const tagsOf = (html: string) => html.match(/<[a-z!/][^>]*>/gi)?.length
  const expected = tagsOf(renderMail('email_change', values, settings).html)
  fc.assert(
    fc.property(nasty, nasty, nasty, (email, newEmail, path) => {
      const given = { ...values, email, newEmail, confirmationUrl: `${siteUrl}/${path}` }
      assert.equal(tagsOf(renderMail('email_change', given, settings).html), expected)
    }),
  )
  const { html } = renderOrganisationInvite({ ...invite, organisation: '<img src=x onerror=alert(1)>' })
  assert.ok(html.includes('&lt;img src=x onerror=alert(1)&gt;') && !html.includes('<img'))
})

test('a link opens over HTTP or not at all', () => {
  const { html, text } = renderMail('recovery', { ...values, confirmationUrl: 'javascript:alert(1)' }, settings)
  assert.ok(!html.includes('javascript:') && !text.includes('javascript:'))
})

const invite = {
  to: 'grace@nordlicht.example',
  siteUrl,
  organisation: 'Nordlicht Trading',
  inviter: 'Ada Byron',
  role: 'analyst',
  link: `${siteUrl}/auth/invitation?token=abc`,
  expiresAt: new Date('2026-12-01T08:30:00Z'),
}

test('an invitation names organisation, inviter, role, end and link', () => {
  const { subject, text, html } = renderOrganisationInvite(invite)
  assert.equal(subject, 'Ada Byron invites you to Nordlicht Trading')
  for (const part of ['Nordlicht Trading', 'Ada Byron', 'analyst', '1 December 2026', '08:30 UTC', invite.link]) {
    assert.ok(text.includes(part) && html.includes(part), part)
  }
})

test('names in an invitation cannot advertise, break lines or hide', () => {
  const subjectOf = (organisation: string, inviter = 'Ada') =>
    renderOrganisationInvite({ ...invite, organisation, inviter }).subject
  assert.equal(subjectOf('Win now https://evil.example'), 'Ada invites you to an organisation')
  assert.equal(subjectOf('WWW.evil.example'), 'Ada invites you to an organisation')
  assert.equal(subjectOf('a\r\nBcc: b\u202Ec\u200Bd'), 'Ada invites you to a Bcc: b c d')
  assert.equal(subjectOf(' ', '\n'), 'Somebody invites you to an organisation')
  assert.equal(Array.from(subjectOf('𝒳'.repeat(100))).length, 'Ada invites you to '.length + 60)
})

test('notices say what changed and when', () => {
  const at = new Date('2026-11-21T06:05:00Z')
  const notice = (kind: Parameters<typeof renderNotice>[0]) =>
    renderNotice(kind, { to: 'ada@nordlicht.example', siteUrl, at, newEmail: 'ada@new.example', factor: 'phone' })
  assert.equal(notice('password_changed').subject, 'Your password was changed')
  assert.match(notice('password_changed').text, /21 November 2026 at 06:05 UTC/)
  assert.match(notice('email_changed').text, /ada@new\.example/)
  assert.match(notice('factor_enrolled').text, /A phone was added/)
  assert.match(notice('factor_unenrolled').text, /A phone was removed/)
})

test('the preview has every template once', () => {
  const previews = previewMails('http://127.0.0.1:3000')
  const names = previews.map(({ name }) => name)
  assert.deepEqual(names, [...new Set(names)])
  assert.equal(names.length, kinds.length + memberMailKinds.length + billingMailKinds.length + 4 + 3)
  for (const { message } of previews) {
    assert.match(message.html, /^<!doctype html>/)
    assert.match(message.html, /prefers-color-scheme:dark/)
    assert.doesNotMatch(message.html + message.text, /undefined|\[object|\{\{/)
  }
})

test('news of a shop’s data say each finding, and a shop’s name can do no harm', () => {
  const issue = { title: 'No order since Monday', advice: 'Try to buy something.' }
  const mail = (shop: string, count: number) =>
    renderHealthNews({
      to: 'a@x.test',
      siteUrl: 'https://stats.example',
      shop: { name: shop, domain: 'a.example' },
      issues: Array.from({ length: count }, () => issue),
    })
  const one = mail('Nordlicht', 1)
  assert.equal(one.subject, 'Nordlicht: No order since Monday')
  assert.match(one.text, /Try to buy something\.[^]*https:\/\/stats\.example\/shop\/a\.example\/hub/)
  const many = mail('Win!\nhttps://evil.example', 12)
  assert.equal(many.subject, 'your shop: 12 things need you')
  assert.match(many.text, /And 2 more/)
  assert.doesNotMatch(many.text + many.html, /evil/)
})

test('mails about members are whole in each language, with names as text', () => {
  const link = `${siteUrl}/shop/nordlicht.example/settings/members`
  const at = new Date('2026-12-06T23:30:00Z')
  const names = { organisation: 'Nord & Süd', person: '<b>Ada</b>' }
  const subjects = new Set<string>()
  for (const language of ['en', 'de', 'fr', 'es', 'nl', 'ar']) {
    for (const kind of memberMailKinds) {
      const mail = renderMemberMail({ kind, to: 'ben@nordlicht.example', language, siteUrl, link, at, ...names })
      subjects.add(mail.subject)
      assert.equal(mail.html.includes('If the button'), language === 'en', `${kind} ${language}`)
      assert.ok(!/[{}]/.test(mail.text), `${kind} ${language}`)
      assert.ok(mail.text.split('\n').includes(link) && mail.html.includes(`href="${link}"`), `${kind} ${language}`)
      assert.ok(mail.text.includes('Nord & Süd') && !mail.html.includes('<b>Ada'), `${kind} ${language}`)
      assert.match(mail.html, language === 'ar' ? /<html[^>]* dir="rtl"/ : new RegExp(`<html[^>]* lang="${language}"`))
    }
  }
  assert.equal(subjects.size, 6 * memberMailKinds.length)
  const offered = renderMemberMail({
    kind: 'ownership_offered',
    to: 'x@y.z',
    language: '',
    siteUrl,
    link,
    at,
    ...names,
  })
  assert.match(offered.text, /Confirm it by 6 December 2026|Confirm it by December 6, 2026/)
})

test('mails about plans are whole in each language, and those about usage name the price of the next plan', () => {
  const link = `${siteUrl}/shop/nordlicht.example/settings/plans`
  const at = new Date('2026-12-06T23:30:00Z')
  const next = { name: '<b>Growth</b>', price: { amount: '49.00', currency: 'EUR' }, interval: 'month' } as const
  const subjects = new Set<string>()
  for (const language of ['en', 'de', 'fr', 'es', 'nl', 'ar']) {
    for (const kind of billingMailKinds) {
      const isOfUsage = /^usage|^larger/.test(kind)
      const usage = isOfUsage ? { month: '2026-11', orders: 1234, limit: 1000 } : null
      const given = {
        kind,
        to: 'ben@nordlicht.example',
        language,
        siteUrl,
        link,
        at,
        usage,
        organisation: 'Nord & Süd',
      }
      const mail = renderBillingMail({ ...given, next })
      subjects.add(mail.subject)
      assert.ok(!/[{}]/.test(mail.text), `${kind} ${language}`)
      assert.ok(mail.text.split('\n').includes(link) && mail.text.includes('Nord & Süd'), `${kind} ${language}`)
      assert.equal(/49[.,]00/.test(mail.text), isOfUsage, `${kind} ${language}`)
      assert.ok(!mail.html.includes('<b>Growth'), `${kind} ${language}`)
      assert.doesNotMatch(renderBillingMail({ ...given, next: null }).text, /49|[{}]/)
    }
  }
  assert.equal(subjects.size, 6 * billingMailKinds.length)
  const english = {
    kind: 'usage_100',
    to: 'x@y.z',
    language: '',
    siteUrl,
    link,
    at: null,
    organisation: 'Nord',
    next,
  } as const
  const { text } = renderBillingMail({ ...english, usage: { month: '2026-11', orders: 1234, limit: 1000 } })
  assert.match(text, /In November 2026, Nord has 1,234 orders so far; its plan is meant for 1,000 a month/)
})
