import { isRefusal, pick } from '@lamplight/kit'

const sentence = (thrown: unknown): string => {
  if (isRefusal(thrown)) return pick(thrown.refusal.text, 'en', thrown.values)
  return thrown instanceof Error ? thrown.message : String(thrown)
}

/** Runs a program of the command line: ends with the exit code it answers; errors and refusals are said in one sentence, exit code 1. */
export const runCommand = (program: () => Promise<number>): Promise<void> =>
  program().then(
    (code) => process.exit(code),
    (thrown: unknown) => {
      console.error(sentence(thrown))
      process.exit(1)
    },
  )
