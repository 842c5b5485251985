/** The part of the WebAssembly interface that is used here: the types of Node 20 leave it out. */
declare namespace WebAssembly {
  class Memory {
    constructor(size: { readonly initial: number });
    readonly buffer: ArrayBuffer;
  }
  class Module {
    constructor(bytes: Uint8Array);
  }
  class Instance {
    constructor(module: Module, imports: { readonly env: { readonly memory: Memory } });
    readonly exports: unknown;
  }
  type Result = Instance | { readonly instance: Instance };
  let instantiate: (source: unknown, imports?: unknown) => Promise<Result>;
  function validate(bytes: Uint8Array): boolean;
}
