// What is known of campaigns, ad sets and ads besides their figures: how they are set up, what they show, whose they are.
// Must not know any figure: those come from questions about metrics.
export { describePlaces } from './describe-places.ts'
export { listAdChoices } from './list-ad-choices.ts'
export { AdAccountFacts, AdChoices, PlaceFacts } from './outputs.ts'
export { parsePlace } from './place-key.ts'
