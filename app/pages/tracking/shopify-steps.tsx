import type { InstallModel } from '../../blocks/install/model.ts'
import { DownloadLink, Say, Step, Steps } from '../../blocks/install/steps.tsx'
import { CopyText } from '../../ui/index.ts'

/** A pixel among the customer events, and a snippet that names the visitor on the cart. */
export function ShopifySteps({ domain, consent, installation }: InstallModel) {
  return (
    <Steps>
      <Step number={1} title="Add a custom pixel">
        <Say>
          In Shopify: Settings, Customer events, Add custom pixel. Permission: required, Analytics. Data sale: does not
          qualify. Paste this in place of what is there, save and connect.
        </Say>
        {installation.customPixel ? (
          <CopyText isCode label="Custom pixel" text={installation.customPixel} />
        ) : (
          <Say>The code is made when the product is built: run “npm run build”.</Say>
        )}
      </Step>
      <Step number={2} title="Name the visitor on the cart">
        <Say>
          In Online Store, Themes, Edit code: add a snippet <code>tillsight-cart</code> with this, and{' '}
          <code>{"{% render 'tillsight-cart' %}"}</code> before <code>{'</body>'}</code> in{' '}
          <code>layout/theme.liquid</code>. Orders then name their visitor even when the thank-you page is never seen.
        </Say>
        <CopyText isCode label="Cart snippet" text={installation.cartSnippet} />
      </Step>
      <Step number={3} title="Open the shop in a private window">
        <Say>Agree to be recognised, look at a product, and place a test order.</Say>
      </Step>
      <Step number={4} title="Or, for shops with an app of their own: the extension">
        <Say>
          The same code as a web pixel extension, with both snippets and what to do. It takes the place of step 1.
        </Say>
        <DownloadLink consent={consent} domain={domain} file="shopify-extension">
          Shopify extension
        </DownloadLink>
      </Step>
    </Steps>
  )
}
