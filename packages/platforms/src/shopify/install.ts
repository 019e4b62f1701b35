import { readFileSync } from 'node:fs'
import { collectorOf, fillIn, type Installation, type ShopCode, type StoreInstall } from '../install.ts'

/** A pixel among the customer events, pasted or as an extension, and what puts the visitor on the cart. */
export const install: StoreInstall = {
  files: {
    extension: (installation, code) => ({
      name: 'tillsight-shopify-extension.zip',
      archive: extensionOf(installation, code),
    }),
    pixel: (installation, code) => ({
      name: 'tillsight-custom-pixel.js',
      type: 'text/javascript',
      text: customPixel(installation, code),
    }),
    cart: () => ({ name: 'tillsight-cart.liquid', type: 'text/plain', text: cartSnippet() }),
  },
  texts: {
    pixel: (installation, code) => code && customPixel(installation, code),
    cart: cartSnippet,
  },
}

const extension = 'extensions/tillsight-pixel'

function extensionOf(installation: Installation, { own }: ShopCode): Record<string, string> {
  const values = { KEY: installation.key, COLLECTOR: collectorOf(installation) }
  const start = "follow(api, { key: api.settings.key || '__KEY__', to: '__COLLECTOR__' });"
  const manifest = {
    name: 'tillsight-pixel',
    version: installation.version,
    private: true,
    dependencies: { '@shopify/web-pixels-extension': '^2.0.0' },
  }
  return {
    'README.md': fillIn(readTemplate('readme.md'), values),
    [`${extension}/shopify.extension.toml`]: readTemplate('shopify.extension.toml'),
    [`${extension}/package.json`]: `${JSON.stringify(manifest, null, 2)}\n`,
    [`${extension}/src/index.js`]: `import { register } from '@shopify/web-pixels-extension';\n\n${withoutExports(own)}
register((api) => {\n  ${fillIn(start, values)}\n});\n`,
    'tillsight-cart.liquid': cartSnippet(),
  }
}

/** The code that merchants paste as a custom pixel under Shopify's customer events. */
function customPixel(installation: Installation, { own }: ShopCode): string {
  const start = fillIn("{ key: '__KEY__', to: '__COLLECTOR__' }", {
    KEY: installation.key,
    COLLECTOR: collectorOf(installation),
  })
  return `// Tillsight: tells visits and orders. Made for one shop.\n${withoutExports(own)}
follow({ analytics, browser, init, customerPrivacy: api.customerPrivacy }, ${start});\n`
}

/** The code that stores the visitor id on the cart, in Shopify's Liquid. */
function cartSnippet(): string {
  return readTemplate('cart.liquid')
}

/** The code without its exports, because pasted code is no module. */
function withoutExports(code: string): string {
  return code.replace(/^export \{[^}]*\};?\s*$/m, '').replace(/^\/\/ packages\/.*\n/gm, '')
}

function readTemplate(name: string): string {
  return readFileSync(new URL(`install/${name}`, import.meta.url), 'utf8')
}
