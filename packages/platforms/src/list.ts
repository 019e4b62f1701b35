// Every platform that there is: what is listed anywhere is made from here. Faces and descriptors are apart, so that a browser
// which shows names and colours loads no more than these.
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
