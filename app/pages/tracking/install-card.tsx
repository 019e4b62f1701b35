import type { InstallModel, ShopKind } from '../../blocks/install/model.ts'
import { ChoiceLinks, DownloadLink, Say, Step, Steps } from '../../blocks/install/steps.tsx'
import { Card, CopyText, Notice } from '../../ui/index.ts'

const tell = `document.dispatchEvent(new CustomEvent('tillsight', {
  detail: { event: 'add_to_cart', value: '12.50', currency: 'EUR' }
}))`

const kinds: readonly { readonly value: ShopKind; readonly label: string }[] = [
  { value: 'woocommerce', label: 'WooCommerce' },
  { value: 'shopify', label: 'Shopify' },
  { value: 'other', label: 'Another shop' },
]

const steps = { woocommerce: WooCommerceSteps, shopify: ShopifySteps, other: OtherSteps } as const

/** How the script gets into the shop. */
export function InstallCard({ install }: { readonly install: InstallModel }) {
  const { kind, installation } = install
  const Instructions = steps[kind]
  return (
    <Card aria-labelledby="install-heading" className="p-4 sm:p-5">
      <h2 className="font-semibold text-[15px]" id="install-heading">
        Put the script into the shop
      </h2>
      <p className="mt-1 mb-4 max-w-prose text-pretty text-soft">
        It tells which visits led to an order. At most 4 kB, without cookies before consent, and nothing of it goes to
        anybody but this installation.
      </p>
      <ChoiceLinks choices={kinds} chosen={kind} label="Kind of shop" name="on" />
      {!installation.isPublic && (
        <div className="mt-4">
          <Notice severity="warning">
            This installation has no public address, so shops elsewhere cannot reach {installation.address}. Set
            PUBLIC_URL, then come back: the address is part of what you install.
          </Notice>
        </div>
      )}
      <Instructions {...install} />
    </Card>
  )
}

/** A plug-in that serves everything from the shop's own address. */
function WooCommerceSteps({ domain, consent }: InstallModel) {
  return (
    <Steps>
      <Step number={1} title="Download the plug-in of this shop">
        <Say>
          Its key and the address of this installation are in it. There is nothing to set up. Needs WordPress 6.4 and
          WooCommerce 8.2, or newer.
        </Say>
        <DownloadLink consent={consent} domain={domain} file="woocommerce-plugin" isMain>
          WooCommerce plug-in
        </DownloadLink>
      </Step>
      <Step number={2} title="Upload and activate it">
        <Say>
          In WordPress: Plugins, Add New Plugin, Upload Plugin. Then empty the page cache, if the shop has one. If a
          tool delays scripts until somebody moves, leave this one out there.
        </Say>
      </Step>
      <Step number={3} title="Open the shop in a private window">
        <Say>
          Agree to be recognised, and look at a product. Whoever may edit the shop is not followed while signed in.
        </Say>
      </Step>
      <Step number={4} title="Place a test order">
        <Say>
          The order carries the visitor in the field <code>_tillsight_visitor</code>, also when the thank-you page is
          never seen: this is what joins orders to visits.
        </Say>
      </Step>
    </Steps>
  )
}

/** A pixel among the customer events, and a snippet that names the visitor on the cart. */
function ShopifySteps({ domain, consent, installation }: InstallModel) {
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

/** One tag for any theme, and how a shop tells it of baskets and orders. */
function OtherSteps({ installation }: InstallModel) {
  return (
    <Steps>
      <Step number={1} title="Put this into the head of every page">
        <CopyText label="Script" text={installation.snippet} />
        <Say>
          It loads beside the page and never holds it up. Pages that a theme shows without loading are noticed by
          themselves.
        </Say>
      </Step>
      <Step number={2} title="Name the order on the page after it">
        <CopyText label="Thank-you page" text={installation.thanks} />
        <Say>
          Your shop’s system fills in the words in braces. The order’s id is the one that it has in the integration or
          in the imported file.
        </Say>
      </Step>
      <Step number={3} title="Tell of baskets and people, if you like">
        <CopyText isCode label="Event" text={tell} />
        <Say>
          Also <code>product_view</code>, <code>checkout_start</code>, <code>sign_up</code>, names of your own, and{' '}
          <code>identify</code> with a <code>customer</code>. A shop whose <code>dataLayer</code> has Google’s events
          adds <code>data-listen="dataLayer"</code> to the script instead.
        </Say>
      </Step>
      <Step number={4} title="Better: serve both from the shop’s own address">
        <Say>
          Browsers keep a cookie that the shop’s server sets for 400 days, and one that a script sets for 7 in Safari.
          Let your web server pass two paths of any name on to {installation.address}: one to <code>/p.js</code>, one to{' '}
          <code>/p/collect</code>. Load the script from the first, and name the second in <code>data-to</code>.
        </Say>
      </Step>
    </Steps>
  )
}
