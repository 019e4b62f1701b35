import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { collectorOf, fillIn, type Installation, type ShopCode, type StoreInstall, surveyOf } from '../install.ts'

/** A plug-in that serves everything from the shop's own address. */
export const install: StoreInstall = {
  files: {
    plugin: (installation, code) => ({ name: 'tillsight-woocommerce.zip', archive: pluginOf(installation, code) }),
  },
}

/** The plug-in's folder has a meaningless name that differs by shop, so that block lists cannot contain it. */
function pluginOf(installation: Installation, code: ShopCode): Record<string, string> {
  const slug = `store-${hashOf(installation.key).slice(0, 6)}`
  const script = `${code.pixel.trim()}\n${code.own.trim()}\n`
  const fill = (name: string) =>
    fillIn(readFileSync(new URL(`install/${name}`, import.meta.url), 'utf8'), {
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
    [`${slug}/${slug}.php`]: fill('plugin.php'),
    [`${slug}/uninstall.php`]: fill('uninstall.php'),
    [`${slug}/readme.txt`]: fill('readme.txt'),
    [`${slug}/app.js`]: script,
    [`${slug}/ask.js`]: code.survey,
  }
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
