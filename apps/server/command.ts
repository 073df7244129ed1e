import { isRefusal, pick } from '@lamplight/kit'

const sentence = (thrown: unknown): string => {
  if (isRefusal(thrown)) return pick(thrown.refusal.text, 'en', thrown.values)
  return thrown instanceof Error ? thrown.message : String(thrown)
}

/** Runs a command-line program and exits with the code it returns. An error is printed in one sentence; the exit code is then 1. */
export const runCommand = (program: () => Promise<number>): Promise<void> =>
  program().then(
    (code) => process.exit(code),
    (thrown: unknown) => {
      console.error(sentence(thrown))
      process.exit(1)
    },
  )
