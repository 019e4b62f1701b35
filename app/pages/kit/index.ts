// Every component of the design system and the chart kit, in every state. Knows no service.
export { Kit } from './kit.tsx'
