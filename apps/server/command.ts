/** Runs a program of the command line: ends with the exit code it answers; what it throws is said in one sentence, exit code 1. */
export const runCommand = (program: () => Promise<number>): Promise<void> =>
  program().then(
    (code) => process.exit(code),
    (thrown: unknown) => {
      console.error(thrown instanceof Error ? thrown.message : thrown)
      process.exit(1)
    },
  )
