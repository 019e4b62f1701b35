// One table of everything that is known of ads: channels, campaigns, ad sets and ads with what they cost and what their
// platforms claim for them. Figures come from questions about metrics, set-up from what the platforms tell of it.
export { CampaignsTable } from './campaigns-table.tsx'
