import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { judge, type RequestSigns, readSigns } from './bot-verdict.ts'

const chrome = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const browser = {
  'user-agent': chrome,
  'accept-language': 'de',
  'sec-ch-ua': '"Chromium";v="140"',
  'sec-fetch-site': 'same-site',
}
const page = { url: 'https://shop.example/' }

function verdict(headers: RequestSigns, event: Parameters<typeof judge>[1] = page): string {
  const { bot, reasons } = judge(readSigns(headers), event)
  return [bot, ...reasons].join(' ')
}

suite('who is a machine', () => {
  test('a browser as people use it is none', () => {
    assert.equal(verdict(browser), 'no')
    assert.equal(verdict({ 'user-agent': firefox, 'accept-language': 'en' }), 'no')
    assert.equal(verdict({ ...browser, 'sec-ch-ua': undefined }), 'no', 'one of the two is enough')
  })

  test('one kind of signal makes a suspect', () => {
    assert.equal(verdict(browser, { ...page, webdriver: true }), 'suspect webdriver')
    assert.equal(verdict({ ...browser, 'accept-language': undefined }), 'suspect no_language')
    assert.equal(verdict({ 'user-agent': chrome, 'accept-language': 'de' }), 'suspect no_hints')
    assert.equal(verdict({ ...browser, 'sec-purpose': 'prefetch;prerender' }), 'suspect prefetch')
    assert.equal(
      verdict({ ...browser, 'user-agent': 'Googlebot/2.1 (+http://www.google.com/bot.html)' }),
      'suspect declared',
    )
    assert.equal(verdict({ 'accept-language': 'de' }), 'suspect declared', 'no browser has no name')
  })

  test('two kinds make a bot', () => {
    assert.equal(verdict({ 'user-agent': 'curl/8.0' }), 'bot declared no_language')
    assert.equal(verdict({ 'user-agent': chrome }), 'bot no_language no_hints')
    const headless = { ...browser, 'user-agent': chrome.replace('Chrome/', 'HeadlessChrome/') }
    assert.equal(verdict(headless, { ...page, webdriver: true }), 'bot declared webdriver')
  })

  test('hints are missed only where browsers send them: on pages with encryption', () => {
    assert.equal(verdict({ 'user-agent': chrome, 'accept-language': 'de' }, { url: 'http://localhost:3000/' }), 'no')
  })
})
