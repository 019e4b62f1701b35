import { announceProduct } from './product-addresses.ts'
import { runProduct } from './running-product.ts'
import { certificateFile } from './secure-front.ts'

/** Before the first test: starts the product. What it returns runs after the last one. */
export default async function startProductForTests(): Promise<() => Promise<void>> {
  // Read when a worker starts: simulated stores live there and call the product back.
  process.env.NODE_EXTRA_CA_CERTS = certificateFile
  const product = await runProduct()
  announceProduct(product.addresses)
  return () => product.stop()
}
