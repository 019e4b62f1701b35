import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig, type Plugin } from 'vite'

/** The oldest browsers that know light-dark(), so that the function is not rewritten. */
const browsers = ['chrome123', 'firefox120', 'safari17.5']

/**
 * Where the code of a page does not arrive, the router loads the page again that somebody wanted to leave: the press is lost,
 * again and again. Here it tells us instead: see app/updates/updates.tsx.
 */
const tellMissingPages: Plugin = {
  name: 'tell-missing-pages',
  apply: 'build',
  transform: {
    filter: { id: /\/react-router\/.*\/routeModules\.js$/ },
    handler(code) {
      const reload = 'window.location.reload();'
      if (!code.includes(reload))
        this.error('The router does not load pages anew as it did: see what it does where one is missing.')
      return { code: code.replace(reload, "window.dispatchEvent(new Event('tillsight:page-missing'));"), map: null }
    },
  },
}

const language = join(import.meta.dirname, 'app', 'language')

/** `import 'virtual:words/why'` loads this section of the English words with the code that says it; the server has them all. */
const wordsBySection: Plugin = {
  name: 'words-by-section',
  resolveId: { filter: { id: /^virtual:words\// }, handler: (id) => `\0${id}` },
  load: {
    filter: { id: /^\0virtual:words\// },
    handler(id) {
      const section = id.slice('\0virtual:words/'.length)
      const file = join(language, 'words', 'en.json')
      this.addWatchFile(file)
      const sections = new Map<string, unknown>(Object.entries(JSON.parse(readFileSync(file, 'utf8'))))
      if (!sections.has(section)) this.error(`There is no section “${section}” in ${file}.`)
      if (this.environment.config.consumer === 'server') return ''
      const add = JSON.stringify(join(language, 'text.ts'))
      return `import { addEnglish } from ${add}\naddEnglish(${JSON.stringify(sections.get(section))})`
    },
  },
}

/** Code that at least so many routes and later pieces share and that some page needs at once. */
function shared(name: string, test: RegExp, minShareCount = 2) {
  return { name, test, tags: ['$initial' as const], minShareCount }
}

/** `hub-route`, `costs-goods-route`: most files of pages are called `route.tsx`. */
function nameOfPage(file: string | null): string | undefined {
  const [, folder, name] = /\/app\/(?:.*\/)?([\w-]+)\/([\w-]*route)\.tsx?(?:\?.*)?$/.exec(file ?? '') ?? []
  return name && `${folder}-${name}`
}

const icons = join(import.meta.dirname, 'app', 'icons.ts')

/** Each icon as a file of its own, so that a page carries the ones it draws: a file is never divided among chunks. */
const iconsApart: Plugin = {
  name: 'icons-apart',
  apply: 'build',
  applyToEnvironment: ({ config }) => config.consumer === 'client',
  load: {
    filter: { id: /\/app\/icons\.ts(\?only=\w+)?$/ },
    handler(id) {
      const [, only] = id.split('?only=')
      const [head = '', ...each] = readFileSync(icons, 'utf8').split(/^(?=export const )/m)
      const names = each.map((code) => /\w+/.exec(code.slice('export const '.length))?.[0] ?? '')
      const take = (name: string) => `export { ${name} } from '${icons}?only=${name}'\n`
      const code =
        only === undefined
          ? `export type { Glyph } from '${icons}?only=glyph'\n${names.map(take).join('')}`
          : only === 'glyph'
            ? head.replace('function glyph', 'export function glyph')
            : `import { glyph } from '${icons}?only=glyph'\n${each[names.indexOf(only)]}`
      return { code, moduleType: 'ts' }
    },
  },
}

/** The server only names the style sheet that the browsers' build has made: making it again took a tenth of the whole build. */
const stylesOnce: Plugin = {
  name: 'styles-once',
  apply: 'build',
  enforce: 'pre',
  applyToEnvironment: ({ config }) => config.consumer === 'server',
  load: { filter: { id: /\.css$/ }, handler: () => '' },
}

export default defineConfig({
  plugins: [stylesOnce, tailwindcss(), reactRouter(), tellMissingPages, wordsBySection, iconsApart],
  build: {
    target: browsers,
    cssTarget: browsers,
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    // A page that loads a part later names what the part needs: not what stands on every page.
    modulePreload: {
      resolveDependencies: (_, needed) =>
        needed.filter((file) => !/^assets\/(rolldown-runtime|framework|kit|frame)-/.test(file)),
    },
    rolldownOptions: {
      // Nothing in these folders does anything on import: a page carries what it uses of a folder, not the whole of it.
      treeshake: {
        moduleSideEffects: [
          {
            test: /\/app\/((blocks|charts|format|frame|language|pages|preference|search|ui)\/|icons)/,
            sideEffects: false,
          },
        ],
      },
    },
  },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            // As short as the bundler allows: every page lists the files of all pages.
            entryFileNames: ({ name, facadeModuleId }) => `assets/${nameOfPage(facadeModuleId) ?? name}-[hash:7].js`,
            chunkFileNames: 'assets/[name]-[hash:7].js',
            // By folder and by how many pages share it: what every page needs, what those of a kind share, a file each. The
            // bundler's own chunks are a file for each set of pages: fifty and more requests a page. A group takes with it
            // what it imports, unless a group above has that: so from the widely used to the page's own.
            codeSplitting: {
              groups: [
                {
                  name: 'framework',
                  test: /\/node_modules\/(react|react-dom|react-router|scheduler)\/|vite\/preload-helper/,
                },
                // With the icons that most pages draw: a file of their own is one more to ask for.
                shared(
                  'kit',
                  /\/app\/((language(?!\/(page-words|messages|language-switch)\.)|frame\/basic(?!\/language-menu)|ui\/basic(?!\/fields)|updates)\/|icons\.ts\?only=(glyph|Arrow(Down|Left|Up)|Check|Chevron(Down|Right)|CircleAlert|Copy|Info|TriangleAlert|X)$)/,
                  1,
                ),
                // What speaks the language of a page, and what one types into: of visitors' pages, and of most others. Without a
                // group of their own they would come with all of signing in.
                shared(
                  'forms',
                  /\/app\/(language\/(page-words|messages|language-switch)|frame\/basic\/language-menu|ui\/basic\/fields)\.|icons\.ts\?only=(Circle|Eye|EyeOff)$/,
                  1,
                ),
                shared('sign-in', /\/app\/(blocks\/credentials|pages\/sign-in)\//),
                // With the icons that it and the summary draw: the others, and the components that they have no use for, are in
                // a file of their own, which they never ask for.
                shared(
                  'frame',
                  /\/app\/(fetch|frame(?!\/not-found-route)|live|preference|search|ui(?!\/(copy-text|data-table|empty-state|menu|meter|side-panel|sort-menu)\.))[/.]|icons\.ts\?only=(Bookmark|CalendarDays|ChartNoAxesColumn|ChevronLeft|ChevronsUpDown|Coins|Hourglass|LayoutGrid|List|Megaphone|Plug|Radar|Scale|Search|Settings|SlidersHorizontal|Store|UserRound|Waypoints|Barcode)$|virtual:words\/(pages|live)/,
                  1,
                ),
                shared('parts', /\/app\/(icons|ui(?!\/(data-table|menu)\.))[/.]/),
                shared('register', /\/app\/blocks\/register-steps\//),
                shared(
                  'figures',
                  /\/app\/(blocks\/(period\/|views\/|connections\/(attention|health-path)\.)|charts\/(delta|packed|paths|series|sparkline)\.)/,
                ),
                shared(
                  'reports',
                  /\/app\/(blocks\/(connections|figures-page)\/|format\/|charts\/(change|figure-text|stack)\.|ui\/menu\.|.*\/sorting\.)|virtual:words\/arriving/,
                  3,
                ),
                shared('bars', /\/app\/charts\/(bars|plot)\.|\/node_modules\/(d3-|internmap)/),
                shared('dates', /\/app\/blocks\/calendar\/(date-field|read-day)\.|virtual:words\/dates/),
                shared('fields', /\/app\/blocks\/fields\//),
                shared('tables', /\/app\/(blocks\/ledger-tables\/|ui\/data-table\.)|virtual:words\/tables/),
                shared('breakdown', /\/app\/blocks\/breakdown-table\//),
                shared('summary', /\/app\/pages\/summary\/|virtual:words\/summary/, 1),
                shared('costs', /\/app\/pages\/costs\//),
                shared('account', /\/app\/pages\/account\//),
              ],
            },
          },
        },
      },
    },
  },
})
