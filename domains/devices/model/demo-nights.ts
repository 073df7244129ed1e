/** Default number of past nights of a demo city (setting `DEMO_NIGHTS`). */
export const DEMO_NIGHTS = 30
