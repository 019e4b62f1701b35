// All platforms: every list of platforms is made from this one. Faces and descriptors are separate, so that a browser showing
// names and colours loads nothing more.
import * as googleads from './googleads/descriptor.ts'
import * as metaads from './metaads/descriptor.ts'
import * as shopify from './shopify/descriptor.ts'
import * as tiktokads from './tiktokads/descriptor.ts'
import * as woocommerce from './woocommerce/descriptor.ts'

export const faces = [woocommerce.face, shopify.face, googleads.face, metaads.face, tiktokads.face] as const

export const descriptors = [
  woocommerce.descriptor,
  shopify.descriptor,
  googleads.descriptor,
  metaads.descriptor,
  tiktokads.descriptor,
] as const
