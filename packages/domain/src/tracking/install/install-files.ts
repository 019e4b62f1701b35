import { createHash } from 'node:crypto'
import { strToU8, zipSync } from 'fflate'
import { collectorOf, fillIn, type Installation, type InstallFile, type PixelCode, surveyOf } from './installation.ts'
import { readTemplate, shopifyCartSnippet, shopifyCustomPixel, withoutExports } from './snippets.ts'

/** What can be downloaded for a shop. */
export const installFiles = ['woocommerce-plugin', 'shopify-extension', 'shopify-pixel', 'shopify-cart'] as const
/** One of {@link installFiles}. */
export type InstallFileKind = (typeof installFiles)[number]

/** Makes a file for a shop, with its key and the installation's address in it. The same values make the same bytes. */
export function makeInstallFile(kind: InstallFileKind, installation: Installation, code: PixelCode): InstallFile {
  switch (kind) {
    case 'woocommerce-plugin':
      return zip('tillsight-woocommerce.zip', woocommerceFiles(installation, code))
    case 'shopify-extension':
      return zip('tillsight-shopify-extension.zip', shopifyFiles(installation, code))
    case 'shopify-pixel':
      return {
        name: 'tillsight-custom-pixel.js',
        type: 'text/javascript',
        bytes: strToU8(shopifyCustomPixel(installation, code)),
      }
    case 'shopify-cart':
      return { name: 'tillsight-cart.liquid', type: 'text/plain', bytes: strToU8(shopifyCartSnippet()) }
  }
}

/** The plug-in's folder has a name that says nothing and differs from shop to shop: lists of blocked names cannot have it. */
function woocommerceFiles(installation: Installation, code: PixelCode): Record<string, string> {
  const slug = `store-${hashOf(installation.key).slice(0, 6)}`
  const script = `${code.pixel.trim()}\n${code.woocommerce.trim()}\n`
  const fill = (name: string) =>
    fillIn(readTemplate(name), {
      KEY: installation.key,
      ADDRESS: installation.address,
      COLLECTOR: collectorOf(installation),
      SURVEY: surveyOf(installation),
      CONSENT: installation.consent,
      VERSION: installation.version,
      SCRIPT_VERSION: hashOf(script).slice(0, 12),
      ASK_VERSION: hashOf(code.survey).slice(0, 12),
      SLUG: slug,
    })
  return {
    [`${slug}/${slug}.php`]: fill('woocommerce.php'),
    [`${slug}/uninstall.php`]: fill('woocommerce-uninstall.php'),
    [`${slug}/readme.txt`]: fill('woocommerce-readme.txt'),
    [`${slug}/app.js`]: script,
    [`${slug}/ask.js`]: code.survey,
  }
}

const extension = 'extensions/tillsight-pixel'

function shopifyFiles(installation: Installation, { shopify }: PixelCode): Record<string, string> {
  const values = { KEY: installation.key, COLLECTOR: collectorOf(installation) }
  const start = "follow(api, { key: api.settings.key || '__KEY__', to: '__COLLECTOR__' });"
  const manifest = {
    name: 'tillsight-pixel',
    version: installation.version,
    private: true,
    dependencies: { '@shopify/web-pixels-extension': '^2.0.0' },
  }
  return {
    'README.md': fillIn(readTemplate('shopify-readme.md'), values),
    [`${extension}/shopify.extension.toml`]: readTemplate('shopify.extension.toml'),
    [`${extension}/package.json`]: `${JSON.stringify(manifest, null, 2)}\n`,
    [`${extension}/src/index.js`]: `import { register } from '@shopify/web-pixels-extension';\n\n${withoutExports(shopify)}
register((api) => {\n  ${fillIn(start, values)}\n});\n`,
    'tillsight-cart.liquid': shopifyCartSnippet(),
  }
}

function zip(name: string, files: Readonly<Record<string, string>>): InstallFile {
  const entries = Object.fromEntries(Object.entries(files).map(([path, text]) => [path, strToU8(text)]))
  // The first day that the format knows: files do not differ by when they were asked for.
  const bytes = zipSync(entries, { level: 9, mtime: '1980-01-01T12:00:00' })
  return { name, type: 'application/zip', bytes }
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
