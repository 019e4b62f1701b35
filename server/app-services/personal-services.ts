import {
  addAnnotation,
  type ConnectionContext,
  changePreference,
  getPreference,
  listAnnotations,
  listViews,
  type Preference,
  removeAnnotation,
  removeView,
  run,
  saveView,
} from '@tillsight/domain'
import type { PersonalServices } from '../../app/personal.ts'

/** What a person arranges for themselves on a shop's pages. */
export function createPersonalServices(ctx: ConnectionContext): PersonalServices {
  // A page and its layout ask for the same.
  let known: Promise<Preference> | undefined
  return {
    async preference() {
      known ??= run(getPreference, ctx, {})
      return await known
    },
    async changePreference(patch) {
      known = undefined
      return await run(changePreference, ctx, { preference: patch })
    },
    views: () => run(listViews, ctx, {}),
    saveView: (view) => run(saveView, ctx, view),
    async removeView(view) {
      await run(removeView, ctx, { view })
    },
    annotations: (range) => run(listAnnotations, ctx, range),
    addAnnotation: (annotation) => run(addAnnotation, ctx, annotation),
    async removeAnnotation(annotation) {
      await run(removeAnnotation, ctx, { annotation })
    },
  }
}
