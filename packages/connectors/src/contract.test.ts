import { type ConnectorId, connectorList } from './registry.ts'
import { startShopifyContractFake } from './shopify/contract-fake.ts'
import { type ConnectorFake, runConnectorContract } from './testing.ts'
import { startWooCommerceContractFake } from './woocommerce/contract-fake.ts'

// A record over the registry: a connector without its fake does not compile.
const fakes: Record<ConnectorId, () => Promise<ConnectorFake>> = {
  woocommerce: startWooCommerceContractFake,
  shopify: startShopifyContractFake,
}

for (const [id, startFake] of Object.entries(fakes)) {
  for (const connector of connectorList) if (connector.id === id) runConnectorContract(connector, startFake)
}
