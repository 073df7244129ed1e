import ajvCompiler from '@fastify/ajv-compiler'
import { typeFault } from './body-types.ts'

type Compiler = ReturnType<ReturnType<typeof ajvCompiler>>
type Check = ReturnType<Compiler>

/**
 * Fastify's compiler of input schemas, but a schema is compiled when the first request needs it: most of a start's processor time was the
 * compilation of 2,000 schemas, of which a process uses few.
 */
export const lazyInputChecks = () => {
  const build = ajvCompiler()
  return (...parts: Parameters<typeof build>): Compiler => {
    const compile = build(...parts)
    return (schema) => {
      let made: Check | undefined
      const check = (input: unknown): boolean | Promise<unknown> => {
        const { httpPart, schema: declared } = schema as { readonly httpPart?: string; readonly schema?: unknown }
        const fault = httpPart === 'body' ? typeFault(declared, input) : null
        if (fault) {
          check.errors = [{ ...fault, schemaPath: '' }] as Check['errors']
          return false
        }
        made ??= compile(schema)
        const result = made(input)
        check.errors = made.errors
        return result
      }
      check.errors = undefined as Check['errors']
      return check as Check
    }
  }
}
