// Loaded before each test file in CI: property tests use fixed seeds.
import fc from 'fast-check'

fc.configureGlobal({ seed: 20_261_121 })
