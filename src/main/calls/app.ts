import type { Handlers } from '../handlers';
import type { Context } from './context';

type AppCall = Extract<keyof Handlers, `app:${string}`>;

export function appCalls({ services }: Context): Pick<Handlers, AppCall> {
  return {
    'app:info': async () => ({ ...services.info, language: services.language() }),
    'app:setLanguage': async (language) => {
      services.setLanguage(language);
      return null;
    },
    'app:close': async (answer) => {
      services.answerClosing(answer);
      return null;
    },
  };
}
