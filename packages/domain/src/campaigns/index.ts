// Campaigns, ad sets and ads apart from their figures: set-up, pictures and accounts. Must not know figures: those come from
// metric queries.
export { describePlaces } from './describe-places.ts'
export { listAdChoices } from './list-ad-choices.ts'
export { AdAccountFacts, AdChoices, PlaceFacts } from './outputs.ts'
export { parsePlace } from './place-key.ts'
