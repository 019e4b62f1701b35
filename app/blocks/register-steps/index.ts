// The way from a new account to a connected shop, in three steps. Knows the order of the steps, not what they do.
export { RegisterSteps } from './register-steps.tsx'
export { StepCard, StepHeader } from './step-card.tsx'
