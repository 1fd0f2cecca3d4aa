import { SandboxContainer, type StartedSandboxContainer } from '@mailrig/sandbox/testcontainers';

/** Never runs: it shows that the types fit those of Testcontainers. */
export async function start(): Promise<string> {
  const started: StartedSandboxContainer = await new SandboxContainer()
    .withClock('manual')
    .withSeed({ accounts: [{ credits: 7 }] })
    .withNetworkAliases('mail')
    .start();
  return started.getAccount().testApiKey;
}
