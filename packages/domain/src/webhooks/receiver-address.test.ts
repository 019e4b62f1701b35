import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { isRefused } from '../organisations/testing.ts'
import { type AddressRules, checkReceiverAddress } from './receiver-address.ts'

const names: Readonly<Record<string, readonly string[]>> = {
  'hooks.example': ['93.184.215.14'],
  'inside.example': ['10.0.0.8'],
  'cloud.example': ['169.254.169.254'],
  'mapped.example': ['::ffff:10.0.0.8'],
  'six.example': ['fd00::8'],
  'both.example': ['10.0.0.8', '93.184.215.14'],
}

const rules: AddressRules = {
  allowsPrivate: false,
  async resolve(hostname) {
    const found = names[hostname]
    if (!found) throw new Error('ENOTFOUND')
    return found.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
  },
}

suite('addresses of receivers', () => {
  test('are taken when they lead to the public internet by https', async () => {
    assert.equal(
      await checkReceiverAddress('https://hooks.example/in?token=a#b', rules),
      'https://hooks.example/in?token=a',
    )
    assert.equal(await checkReceiverAddress('https://93.184.215.14/in', rules), 'https://93.184.215.14/in')
    assert.equal(await checkReceiverAddress('https://both.example/', rules), 'https://both.example/')
  })

  for (const [address, why] of [
    ['hooks.example', /not an address/],
    ['http://hooks.example/', /begin with https/],
    ['ftp://hooks.example/', /begin with https/],
    ['file:///etc/passwd', /begin with https/],
    ['https://user:word@hooks.example/', /name and password/],
    ['https://nowhere.example/', /cannot be found/],
    ['https://localhost/', /cannot be found|private/],
    ['https://127.0.0.1/', /private/],
    ['https://127.1/', /private/],
    ['https://0x7f000001/', /private/],
    ['https://2130706433/', /private/],
    ['https://017700000001/', /private/],
    ['https://0.0.0.0/', /private/],
    ['https://10.1.2.3/', /private/],
    ['https://172.20.0.1/', /private/],
    ['https://192.168.0.1/', /private/],
    ['https://100.64.0.1/', /private/],
    ['https://169.254.169.254/latest/meta-data', /private/],
    ['https://[::1]/', /private/],
    ['https://[::ffff:127.0.0.1]/', /private/],
    ['https://[::ffff:a9fe:a9fe]/', /private/],
    ['https://[64:ff9b::a00:1]/', /private/],
    ['https://[fe80::1]/', /private/],
    ['https://[fd00::1]/', /private/],
    ['https://inside.example/', /private/],
    ['https://cloud.example/', /private/],
    ['https://mapped.example/', /private/],
    ['https://six.example/', /private/],
  ] as const) {
    test(`${address} is refused`, async () => {
      await assert.rejects(checkReceiverAddress(address, rules), isRefused('invalid_input', why))
    })
  }

  test('may be private where somebody develops, and hold no password there either', async () => {
    const here = { allowsPrivate: true }
    assert.equal(await checkReceiverAddress('http://127.0.0.1:9/in', here), 'http://127.0.0.1:9/in')
    await assert.rejects(checkReceiverAddress('http://a:b@127.0.0.1/', here), isRefused('invalid_input'))
  })
})
