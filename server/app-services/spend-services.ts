import { dayOf } from '@tillsight/core/days'
import {
  importSpend,
  largestSpendFileKb,
  listSpend,
  previewSpend,
  removeSpend,
  run,
  type ShopContext,
  saveSpend,
  spendTemplate,
  undoSpendImport,
} from '@tillsight/domain'
import type { SpendServices } from '../../app/spending.ts'

/** What a shop spends on channels without a connector, bound to the context's actor. */
export function createSpendServices(ctx: ShopContext): SpendServices {
  return {
    largestSpendFileKb,
    spend: () => run(listSpend, ctx, {}),
    saveSpend: (typed, id) => run(saveSpend, ctx, { ...typed, ...(id === undefined ? {} : { entry: id }) }),
    async removeSpend(id) {
      await run(removeSpend, ctx, { entry: id })
    },
    previewSpendFile: (file) => run(previewSpend, ctx, file),
    importSpendFile: (file) => run(importSpend, ctx, file),
    undoSpendImport: async (id) => (await run(undoSpendImport, ctx, { import: id })).removed,
    spendTemplate: () => spendTemplate(dayOf(ctx.clock.now(), ctx.shop.zone), ctx.shop.currency),
  }
}
