import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { isAppError } from '@tillsight/core'
import type { Installation } from '@tillsight/platforms/connectors'
import { strFromU8, unzipSync } from 'fflate'
import { installFiles, makeInstallFile, plainSnippet, storeTexts } from './install-files.ts'

const installation: Installation = {
  key: 'tk_0123456789abcdef01234567',
  address: 'https://stats.shop.example',
  consent: 'required',
  version: '0.1.0',
}
const code = {
  pixel: '(function(){/* pixel */})();',
  survey: '(function(){/* question */})();',
  stores: {
    woocommerce: '(function(){/* store */})();',
    shopify: '// packages/pixel/src/shopify.ts\nfunction follow() {}\nexport { follow };\n',
  },
}

function unzip(kind: string, of = installation): Record<string, string> {
  const entries = Object.entries(unzipSync(makeInstallFile(kind, of, code).bytes))
  return Object.fromEntries(entries.map(([path, bytes]) => [path, strFromU8(bytes)]))
}

function pluginOf(of = installation) {
  const files = unzip('woocommerce-plugin', of)
  const [path = ''] = Object.keys(files).filter((name) => /^[^/]+\/store-[^/]+\.php$/.test(name))
  return { files, path, folder: path.split('/')[0] ?? '', text: files[path] ?? '' }
}

suite('the WooCommerce plug-in of a shop', () => {
  test('is one folder under a name that says nothing, with everything that WordPress asks for', () => {
    const { files, folder, path } = pluginOf()
    assert.match(folder, /^store-[0-9a-f]{6}$/)
    assert.deepEqual(Object.keys(files).toSorted(), [
      `${folder}/app.js`,
      `${folder}/ask.js`,
      `${folder}/readme.txt`,
      path,
      `${folder}/uninstall.php`,
    ])
    assert.notEqual(pluginOf({ ...installation, key: 'tk_ffffffffffffffffffffffff' }).folder, folder)
    assert.doesNotMatch(path, /track|pixel|stat|tillsight/)
  })

  test('has the shop’s key, address and choice, and no place left to fill in', () => {
    const { text, files, folder } = pluginOf({ ...installation, consent: 'granted' })
    assert.match(text, /const KEY = 'tk_0123456789abcdef01234567';/)
    assert.match(text, /const COLLECTOR = 'https:\/\/stats\.shop\.example\/p\/collect';/)
    assert.match(text, /const SURVEY = 'https:\/\/stats\.shop\.example\/p\/survey';/)
    assert.match(text, /const CONSENT = 'granted';/)
    for (const [name, content] of Object.entries(files)) {
      assert.doesNotMatch(
        content,
        /__(?:KEY|ADDRESS|COLLECTOR|SURVEY|CONSENT|VERSION|SCRIPT_VERSION|ASK_VERSION|SLUG)__/,
        name,
      )
    }
    assert.match(files[`${folder}/app.js`] ?? '', /pixel.*\n.*store/)
  })

  test('hooks only what it has, and names the order’s visitor in both kinds of checkout', () => {
    const { text } = pluginOf()
    const hooked = [...text.matchAll(/__NAMESPACE__ \. '\\(\w+)'/g)].map(([, name]) => name)
    assert.ok(hooked.length >= 8)
    for (const name of hooked) assert.match(text, new RegExp(`^function ${name}\\(`, 'm'))
    assert.match(text, /'woocommerce_checkout_create_order', __NAMESPACE__ \. '\\name_visitor'/)
    assert.match(text, /'woocommerce_store_api_checkout_update_order_meta', __NAMESPACE__ \. '\\name_visitor'/)
    assert.match(text, /const ORDER_META = '_tillsight_visitor';/)
    assert.match(text, /'custom_order_tables', __FILE__, true/)
    assert.doesNotMatch(text, /jquery/i)
  })

  test('asks buyers on the thank-you page of the shop’s own order, by the shop’s own address', () => {
    const { text } = pluginOf()
    assert.match(text, /'woocommerce_thankyou', __NAMESPACE__ \. '\\print_survey'/)
    assert.match(text, /rest_url\( SLUG \. '\/v1\/s' \)/)
    const [, printing = ''] = /^function print_survey\([^)]*\) \{\n(.*?)^\}/ms.exec(text) ?? []
    assert.match(printing, /received_order\(\)[^]*data-key="%s" data-order="%d" data-to="%s"/)
    assert.doesNotMatch(printing, /https?:/)
    // Nothing that identifies the buyer or the device is passed along.
    const [, passing = ''] = /^function pass_survey\([^)]*\) \{\n(.*?)^\}/ms.exec(text) ?? []
    assert.doesNotMatch(passing, /FORWARDED|USER_AGENT|COOKIE/)
  })

  test('cannot be opened by itself, and closes what it opens', () => {
    const { files } = pluginOf()
    for (const [name, text] of Object.entries(files).filter(([path]) => path.endsWith('.php'))) {
      assert.match(text, /^<\?php\n/, name)
      assert.match(text, /defined\( '(?:ABSPATH|WP_UNINSTALL_PLUGIN)' \) \|\| exit;/, name)
      const plain = text.replaceAll(/\/\*.*?\*\/|\/\/[^\n]*|'(?:[^'\\]|\\.)*'/gs, '')
      for (const [open, close] of ['()', '[]', '{}']) {
        assert.equal(plain.split(open ?? '').length, plain.split(close ?? '').length, `${name}: ${open}${close}`)
      }
      assert.doesNotMatch(text, /\b(?:eval|var_dump|print_r|echo)\b/, name)
    }
  })

  test('is the same file for the same shop', () => {
    const bytes = () => makeInstallFile('woocommerce-plugin', installation, code).bytes
    assert.deepEqual(bytes(), bytes())
  })
})

suite('what is made for Shopify', () => {
  test('the pasted pixel begins by itself, with the shop’s key', () => {
    const { pixel: pasted = '' } = storeTexts('shopify', installation, code)
    assert.doesNotMatch(pasted, /export|packages\//)
    assert.match(
      pasted,
      /follow\(\{ analytics, browser, init, customerPrivacy: api\.customerPrivacy \}, \{ key: 'tk_0123456789abcdef01234567', to: 'https:\/\/stats\.shop\.example\/p\/collect' \}\);/,
    )
  })

  test('the extension has its settings, its code, and the snippet for the cart', () => {
    const files = unzip('shopify-extension')
    assert.deepEqual(Object.keys(files).toSorted(), [
      'README.md',
      'extensions/tillsight-pixel/package.json',
      'extensions/tillsight-pixel/shopify.extension.toml',
      'extensions/tillsight-pixel/src/index.js',
      'tillsight-cart.liquid',
    ])
    assert.match(
      files['extensions/tillsight-pixel/shopify.extension.toml'] ?? '',
      /type = "web_pixel_extension"[^]*analytics = true/,
    )
    assert.match(
      files['extensions/tillsight-pixel/src/index.js'] ?? '',
      /^import \{ register \}[^]*follow\(api, \{ key: api\.settings\.key \|\| 'tk_0123456789abcdef01234567'/,
    )
    assert.match(files['tillsight-cart.liquid'] ?? '', /_tillsight_visitor/)
    assert.match(files['README.md'] ?? '', /\{\\"key\\":\\"tk_0123456789abcdef01234567\\"\}/)
  })
})

test('nothing that could end a text in code is filled in', () => {
  for (const address of ["https://x.example';alert(1)//", 'https://x.example"><script>', 'https://x.example\n']) {
    const refused = (error: unknown) => isAppError(error) && error.code === 'invalid_input'
    assert.throws(() => plainSnippet({ ...installation, address }), refused)
    for (const kind of installFiles.filter((each) => each !== 'shopify-cart')) {
      assert.throws(() => makeInstallFile(kind, { ...installation, address }, code), refused, kind)
    }
  }
})
