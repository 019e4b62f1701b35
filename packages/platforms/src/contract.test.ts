import { startGoogleAdsContractFake } from './googleads/testing.ts'
import { startMetaAdsContractFake } from './metaads/testing.ts'
import { type ConnectorId, connectorList } from './registry.ts'
import { startShopifyContractFake } from './shopify/testing.ts'
import { type ConnectorFake, runConnectorContract } from './testing.ts'
import { startTikTokAdsContractFake } from './tiktokads/testing.ts'
import { startWooCommerceContractFake } from './woocommerce/testing.ts'

// Typed over all connector ids: a connector without its fake does not compile.
const fakes: Record<ConnectorId, () => Promise<ConnectorFake>> = {
  woocommerce: startWooCommerceContractFake,
  shopify: startShopifyContractFake,
  googleads: startGoogleAdsContractFake,
  tiktokads: startTikTokAdsContractFake,
  metaads: startMetaAdsContractFake,
}

for (const [id, startFake] of Object.entries(fakes)) {
  for (const connector of connectorList) if (connector.id === id) runConnectorContract(connector, startFake)
}
