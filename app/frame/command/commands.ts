import { href } from 'react-router'
import { type Language, languageNames, languages } from '../../language/languages.ts'
import type { Text } from '../../language/text.ts'
import {
  openingSearch,
  parseSearch,
  presetKeys,
  presets,
  type SearchPatch,
  toSearch,
  withSearch,
} from '../../search/index.ts'
import { destinationsOf } from '../destinations.ts'
import { shopPath } from '../shop-path.ts'
import type { FrameShop } from '../use-shops.ts'
import { type LinkedPage, linkedPages } from './linked-pages.ts'
import type { CommandData } from './model.ts'

/** The action of a command. */
export type Deed =
  | { readonly kind: 'go'; readonly to: string }
  | { readonly kind: 'download'; readonly from: string }
  | { readonly kind: 'theme'; readonly theme: 'light' | 'dark' | 'system' }
  | { readonly kind: 'language'; readonly language: Language }
  | { readonly kind: 'copy_link' | 'print' | 'sign_out' | 'help' }

/** Groups of the menu, in its order. */
export const groups = ['pages', 'views', 'metrics', 'days', 'actions', 'shops'] as const

/** An entry of the menu. */
export interface Command {
  /** Stable across visits: recent commands are stored by it. */
  readonly id: string
  readonly group: (typeof groups)[number]
  readonly label: string
  /** Shown beside the label: its parent page, or alternative words to find it by. */
  readonly note?: string | undefined
  /** Equivalent shortcut, such as `G S`. */
  readonly keys?: string | undefined
  readonly deed: Deed
}

/** Context that the menu was opened in. */
export interface CommandScene {
  readonly t: Text
  readonly shops: readonly FrameShop[]
  readonly shop: FrameShop | undefined
  readonly pathname: string
  readonly search: string
  /** Figures and views; undefined until they are loaded. */
  readonly data: CommandData | undefined
}

/** Everything the menu offers, group by group. */
export function commandsFor(scene: CommandScene): readonly Command[] {
  const { shop } = scene
  const ofShop = shop
    ? [...pages(scene, shop), ...views(scene, shop), ...metrics(scene, shop), ...days(scene, shop)]
    : []
  return [...ofShop, ...accountPages(scene), ...actions(scene), ...shops(scene)]
}

function pages({ t }: CommandScene, { domain }: FrameShop): Command[] {
  const linked = linkedPages(domain)
  return destinationsOf(domain).flatMap(({ to, label, goKey, inside }) => {
    const under: readonly Omit<LinkedPage, 'from'>[] = [...inside, ...linked.filter(({ from }) => from === label)]
    return [
      page({ id: label, to, label: t(label), keys: `G ${goKey}` }),
      ...under.map(({ name = '', ...inner }) =>
        page({
          id: [inner.label, name].filter(Boolean).join(':'),
          to: inner.to,
          label: t(inner.label, { name }),
          note: t(label),
        }),
      ),
    ]
  })
}

function accountPages({ t }: CommandScene): Command[] {
  return [page({ id: 'nav.account', to: href('/account'), label: t('nav.account') })]
}

interface Page {
  readonly id: string
  readonly to: string
  readonly label: string
  readonly note?: string
  readonly keys?: string
}

function page({ id, to, label, note, keys }: Page): Command {
  return { id: `page:${id}`, group: 'pages', label, note, keys, deed: { kind: 'go', to } }
}

function views({ data }: CommandScene, { domain }: FrameShop): Command[] {
  return (data?.views ?? []).map(({ id, name, page: below, search }) => ({
    id: `view:${id}`,
    group: 'views',
    label: name,
    deed: {
      kind: 'go',
      to: `${href('/shop/:domain', { domain })}${below && `/${below}`}${openingSearch({ id, search })}`,
    },
  }))
}

/** Opens a metric in the summary's panel, with the current period. */
function metrics({ data, search }: CommandScene, { domain }: FrameShop): Command[] {
  const home = href('/shop/:domain', { domain })
  return (data?.metrics ?? []).map(({ key, label }) => ({
    id: `metric:${key}`,
    group: 'metrics',
    label,
    deed: { kind: 'go', to: `${home}${withSearch(parseSearch(search), { open: key })}` },
  }))
}

function days(scene: CommandScene, shop: FrameShop): Command[] {
  const { t } = scene
  const change = (id: string, label: string, patch: SearchPatch): Command => ({
    id: `days:${id}`,
    group: 'days',
    label,
    deed: { kind: 'go', to: placeOfDays(scene, shop, patch) },
  })
  return [
    ...presets.map((preset) => ({
      ...change(preset, t(`period.${preset}`), { range: preset }),
      keys: presetKeys[preset],
    })),
    change('previous', t('command.compare', { what: t('period.previous') }), { compare: 'previous' }),
    change('year', t('command.compare', { what: t('period.previous_year') }), { compare: 'year' }),
    { ...change('none', t('command.compare_nothing'), { compare: 'none' }), keys: 'X' },
  ]
}

const pagesWithDays = ['', '/hub', '/campaigns', '/attributions', '/profit']

/** The current page if it has a period, else the summary. */
function placeOfDays({ pathname, search }: CommandScene, { domain }: FrameShop, patch: SearchPatch): string {
  const home = href('/shop/:domain', { domain })
  const isDated = pagesWithDays.some((below) => pathname === `${home}${below}`)
  return `${isDated ? pathname : home}${withSearch(parseSearch(isDated ? search : ''), patch)}`
}

function actions(scene: CommandScene): Command[] {
  const { t, shop } = scene
  const action = (id: string, label: string, deed: Deed): Command => ({ id: `do:${id}`, group: 'actions', label, deed })
  const themes = (['light', 'dark', 'system'] as const).map((theme) =>
    action(`theme:${theme}`, t('command.theme', { theme: t(`shell.theme_${theme}`) }), { kind: 'theme', theme }),
  )
  return [
    ...(shop ? shopActions(scene, shop) : []),
    action('copy_link', t('command.copy_link'), { kind: 'copy_link' }),
    action('print', t('command.print'), { kind: 'print' }),
    { ...action('help', t('command.help'), { kind: 'help' }), keys: '?' },
    ...themes,
    action('add_shop', t('shell.add_shop'), { kind: 'go', to: href('/register') }),
    action('sign_out', t('shell.sign_out'), { kind: 'sign_out' }),
  ]
}

function shopActions({ t, search }: CommandScene, { domain }: FrameShop): Command[] {
  const state = parseSearch(search)
  const at = { domain }
  const open = { customise: true, open: undefined, order: undefined, after: undefined }
  const shown = toSearch({ ...state, ...open, customise: false })
  const action = (id: string, label: string, deed: Deed): Command => ({ id: `do:${id}`, group: 'actions', label, deed })
  return [
    action('customise', t('command.customise'), {
      kind: 'go',
      to: `${href('/shop/:domain', at)}${toSearch({ ...state, ...open })}`,
    }),
    action('export', t('command.export'), {
      kind: 'download',
      from: `${href('/shop/:domain/export.csv', at)}${shown}`,
    }),
    action('invite', t('command.invite'), { kind: 'go', to: href('/shop/:domain/settings/members', at) }),
    ...languages.map((language) =>
      action(`language:${language}`, t('command.language', { language: languageNames[language] }), {
        kind: 'language',
        language,
      }),
    ),
  ]
}

function shops({ shops: all, shop, pathname, search }: CommandScene): Command[] {
  return all
    .filter(({ domain }) => domain !== shop?.domain)
    .map(({ domain, name }) => ({
      id: `shop:${domain}`,
      group: 'shops',
      label: name,
      note: domain,
      deed: { kind: 'go', to: shopPath({ pathname, search }, domain) },
    }))
}
