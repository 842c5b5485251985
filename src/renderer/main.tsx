import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import '@mantine/spotlight/styles.css';
import '@xyflow/react/dist/style.css';
import 'katex/dist/katex.min.css';
import './app.css';
import { MantineProvider } from '@mantine/core';
import { ModalsProvider } from '@mantine/modals';
import { Notifications } from '@mantine/notifications';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './App';
import { startI18n } from './i18n';
import { cssVariables, mantineTheme } from './mantineTheme';
import { useUi } from './stores/ui';

startI18n(useUi.getState().language);

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');

createRoot(root).render(
  <StrictMode>
    <MantineProvider
      theme={mantineTheme}
      cssVariablesResolver={cssVariables}
      defaultColorScheme={useUi.getState().theme}
    >
      <ModalsProvider>
        <App />
        <Notifications position="bottom-right" limit={4} />
      </ModalsProvider>
    </MantineProvider>
  </StrictMode>,
);
