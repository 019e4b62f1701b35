// A shop with made-up figures, to look at before connecting one's own. It is filled by the importers that anybody uses.
export { discardSample, fillSample } from './sample-shop.ts'
