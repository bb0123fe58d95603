package proxyscout;

import java.util.Map;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.apache.lucene.analysis.LowerCaseFilter;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.email.UAX29URLEmailTokenizer;
import org.apache.lucene.analysis.miscellaneous.RemoveDuplicatesTokenFilter;
import org.apache.lucene.analysis.pattern.PatternCaptureGroupTokenFilter;
import org.elasticsearch.index.analysis.TokenFilterFactory;
import org.elasticsearch.index.analysis.TokenizerFactory;
import org.elasticsearch.indices.analysis.AnalysisModule.AnalysisProvider;
import org.elasticsearch.plugins.AnalysisPlugin;
import org.elasticsearch.plugins.Plugin;

/**
 * What the index of users, roles and API keys asks of the module analysis-common, which integration-test distributions of
 * Elasticsearch lack. It serves to analyze e-mail addresses, which no test has.
 */
public final class SecurityAnalysis extends Plugin implements AnalysisPlugin {
  @Override
  public Map<String, AnalysisProvider<TokenFilterFactory>> getTokenFilters() {
    return Map.of(
        "pattern_capture", filter(in -> new PatternCaptureGroupTokenFilter(in, true, Pattern.compile("([^@]+)"))),
        "lowercase", filter(LowerCaseFilter::new),
        "unique", filter(RemoveDuplicatesTokenFilter::new));
  }

  @Override
  public Map<String, AnalysisProvider<TokenizerFactory>> getTokenizers() {
    return Map.of(
        "uax_url_email",
        (index, environment, name, settings) -> TokenizerFactory.newFactory(name, UAX29URLEmailTokenizer::new));
  }

  private static AnalysisProvider<TokenFilterFactory> filter(Function<TokenStream, TokenStream> made) {
    return (index, environment, name, settings) ->
        new TokenFilterFactory() {
          @Override
          public String name() {
            return name;
          }

          @Override
          public TokenStream create(TokenStream in) {
            return made.apply(in);
          }
        };
  }
}
