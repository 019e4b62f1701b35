import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

/** The oldest browsers that know light-dark(), so that the function is not rewritten. */
const browsers = ['chrome123', 'firefox120', 'safari17.5']

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  build: {
    target: browsers,
    cssTarget: browsers,
    assetsInlineLimit: 0,
    rolldownOptions: {
      // Nothing in these folders does anything on import: a page carries what it uses of a folder, not the whole of it.
      treeshake: {
        moduleSideEffects: [{ test: /\/app\/(charts|features|format|screens|search|shell|ui)\//, sideEffects: false }],
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
                  test: /\/app\/(ui\/(badge|button|card|empty-state|field|loading-bar|meter|notice|skeleton|toast-list|toaster)|shell\/(brand|error-page|page-title|theme))|\/node_modules\/lucide-react\/dist\/esm\/(?!icons\/)/,
                },
                {
                  name: 'frame',
                  test: /\/app\/(shell|search|ui\/scroller)|\/lucide-react\/dist\/esm\/icons\/(chevron-right|download)\./,
                },
                {
                  name: 'sign-in',
                  test: /\/app\/features\/sign-in\/(address-field|auth-card|field-note|form-alert|fragment|password-field|segments|text-link|use-)/,
                },
              ],
            },
          },
        },
      },
    },
  },
})
