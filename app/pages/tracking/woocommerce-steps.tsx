import type { InstallModel } from '../../blocks/install/model.ts'
import { DownloadLink, Say, Step, Steps } from '../../blocks/install/steps.tsx'

/** A plug-in that serves everything from the shop's own address. */
export function WooCommerceSteps({ domain, consent }: InstallModel) {
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
