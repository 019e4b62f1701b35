import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig, type Plugin } from 'vite'

/** The oldest browsers that know light-dark(), so that the function is not rewritten. */
const browsers = ['chrome123', 'firefox120', 'safari17.5']

/**
 * Where the code of a page does not arrive, the router loads the page again that somebody wanted to leave: the press is lost,
 * again and again. Here it tells us instead: see app/updates/missing-pages.tsx.
 */
const tellMissingPages: Plugin = {
  name: 'tell-missing-pages',
  transform(code, id) {
    if (!/\/react-router\/.*\/routeModules\.js$/.test(id)) return undefined
    const reload = 'window.location.reload();'
    if (!code.includes(reload))
      this.error('The router does not load pages anew as it did: see what it does where one is missing.')
    return { code: code.replace(reload, "window.dispatchEvent(new Event('tillsight:page-missing'));"), map: null }
  },
}

export default defineConfig({
  plugins: [tailwindcss(), reactRouter(), tellMissingPages],
  build: {
    target: browsers,
    cssTarget: browsers,
    assetsInlineLimit: 0,
    rolldownOptions: {
      // Nothing in these folders does anything on import: a page carries what it uses of a folder, not the whole of it.
      treeshake: {
        moduleSideEffects: [
          {
            test: /\/app\/(charts|features|format|language\/(?!add-)|preference|screens|search|shell|ui)\//,
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
            // What every page needs comes in two files instead of twenty, and what the pages of one kind share in one more.
            codeSplitting: {
              groups: [
                { name: 'framework', test: /\/node_modules\/(react|react-dom|react-router|scheduler)\// },
                {
                  name: 'kit',
                  test: /\/app\/(language\/(choose|english-only|language-switch|languages|text|use-text|words\/en\/(actions|basics|fields|language|shell)\.)|ui\/(badge|button|card|empty-state|field|loading-bar|meter|notice|skeleton|toast-list|toaster|use-alive|use-copy|use-self-closing)|shell\/(brand|error-|page-end|language-menu|page-title|skip-link|stays-fresh|theme|use-theme)|updates\/(load-anew|missing-pages|updates))|\/node_modules\/lucide-react\/dist\/esm\/(?!icons\/(?!(check|circle-check|x)\.))/,
                },
                {
                  name: 'frame',
                  test: /\/app\/(fetch|language\/(?!add-(?:live|command|customise|why)|words\/en\/(?:command|customise|shortcuts|why)\.)|preference|search|shell|features\/command\/(go-keys|use-command)|ui\/(overlays\/(overlay-list|overlays)|quick-keys|scroller))|\/lucide-react\/dist\/esm\/icons\/(arrow-right|chevron-right|download)\./,
                },
                {
                  name: 'sign-in',
                  test: /\/app\/(credentials\/(field-note|password-field)|features\/sign-in\/(address-field|auth-card|field-note|form-alert|fragment|password-field|second-step|segments|text-link|use-)|routes\/layouts\/auth\.tsx$)/,
                },
                { name: 'charts', test: /\/app\/charts\/|\/node_modules\/(d3-|internmap)/ },
                {
                  name: 'board',
                  test: /\/app\/features\/overview\/(arrange|content-id|empty-states|filter-chips|layout\/(?!export-items|menu-look|widget-menu)|summary|to-widget|widget-|widgets\/)/,
                },
                // What pages of lists share.
                {
                  name: 'lists',
                  test: /\/app\/(ui\/data-table|features\/ledger-tables\/|screens\/(page-tabs|table-section))/,
                },
                {
                  name: 'page-parts',
                  test: /\/app\/(features\/(connections\/(attention|import-progress|use-live)|period\/(period-control|use-period)|views\/(?!save))|live\/live-updates|screens\/(figures-page|page-header))/,
                },
              ],
            },
          },
        },
      },
    },
  },
})
