/**
 * A program is beside the module that runs it in the sources, and in a build beside the bundle,
 * under the same name.
 *
 * @param name of the source file.
 */
export function findProgram(module: string, name: string): URL {
  const file = module.endsWith('.ts') ? name : name.replace(/(\.server)?\.ts$/, '.js')
  return new URL(`./${file}`, module)
}
